import { productName } from '#shared/product.ts';
import type { Language } from '#shared/rules/language.ts';
import { cleanToldName, seenOnly } from '#shared/rules/names.ts';

export type WrittenMail = { subject: string; text: string; html: string };

type Letter = {
  language: Language;
  /** Without the product's name, which goes before it. */
  subject: string;
  /** A list is an array; each address of a page is on its own between spaces. */
  paragraphs: readonly (string | readonly string[])[];
};

const hello = { pt: 'Olá,', en: 'Hello,', es: 'Hola:' } as const;
const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

/** Every e-mail of ours, as text and as HTML with the same words. */
export function writeMail({ language, subject, paragraphs }: Letter): WrittenMail {
  const title = `${productName}: ${subject}`;
  const parts = [hello[language], ...paragraphs, productName];
  const text = parts.map((part) => (typeof part === 'string' ? part : part.map((item) => `- ${item}`).join('\n')));
  return {
    subject: title,
    text: text.join('\n\n'),
    html: page(locales[language], title, parts.map(asHtml).join('\n')),
  };
}

/** A dot, and what programs take for one. */
const dot = String.raw`[.\u2024\u3002\ufe52\uff0e\uff61]`;
const ofDomain = String.raw`(?:[^\s\p{P}]|[-_])`;
const domainDot = new RegExp(`(?<=${ofDomain})${dot}(?=${ofDomain})`, 'gu');

/** Somebody's words in our sentence: no address that a mail program would make a link of, nothing that turns text around or is not seen. */
export function nameInMail(name: string): string {
  const plain = seenOnly(cleanToldName(name))
    .replace(/[\p{L}\d+.-]*:\/\/\S*|\\\\\S+|\S+@\S+/gu, ' ')
    .replace(domainDot, ' ');
  return cleanToldName(plain) || '…';
}

/** Two lines of style, so that it reads well on a phone; colours are the reader's. No number in a name becomes one to call. */
const page = (lang: string, title: string, body: string): string =>
  `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><title>${escaped(title)}</title></head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<div style="max-width: 36em; margin: 0 auto">
${body}
</div>
</body>
</html>
`;

const asHtml = (part: string | readonly string[]): string =>
  typeof part === 'string'
    ? `<p>${linked(part)}</p>`
    : `<ul>${part.map((item) => `<li>${linked(item)}</li>`).join('')}</ul>`;

const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s,]*[^\s,.;:]/gu, (address) => `<a href="${address}">${address}</a>`);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/gu, (sign) => entities[sign] ?? '');
