import { productName } from '#shared/product.ts';
import type { Language } from '#shared/rules/language.ts';
import { cleanExternalName, stripInvisible } from '#shared/rules/names.ts';

export type WrittenMail = { subject: string; text: string; html: string };

type Letter = {
  language: Language;
  /** Without the product's name, which is added in front. */
  subject: string;
  /** A list is an array. Spaces separate the URL of a page from other text. */
  paragraphs: readonly (string | readonly string[])[];
};

const hello = { pt: 'Olá,', en: 'Hello,', es: 'Hola:' } as const;
const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

/** Writes an e-mail as text and as HTML with the same words. */
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

/** A dot and the characters that programs treat as one. */
const dot = String.raw`[.\u2024\u3002\ufe52\uff0e\uff61]`;
const ofDomain = String.raw`(?:[^\s\p{P}]|[-_])`;
const domainDot = new RegExp(`(?<=${ofDomain})${dot}(?=${ofDomain})`, 'gu');

/**
 * Makes a user's text safe for a mail. Removes bidi controls, invisible characters, and addresses that a mail program
 * would turn into links.
 */
export function nameInMail(name: string): string {
  const plain = stripInvisible(cleanExternalName(name))
    .replace(/[\p{L}\d+.-]*:\/\/\S*|\\\\\S+|\S+@\S+/gu, ' ')
    .replace(domainDot, ' ');
  return cleanExternalName(plain) || '…';
}

/**
 * Two lines of style make the mail readable on a phone; colours are the reader's. `format-detection` stops phones from
 * turning numbers in names into links.
 */
const page = (lang: string, title: string, body: string): string =>
  `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"><title>${escapeHtml(title)}</title></head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
<div style="max-width: 36em; margin: 0 auto">
${body}
</div>
</body>
</html>
`;

const asHtml = (part: string | readonly string[]): string =>
  typeof part === 'string'
    ? `<p>${linkAddresses(part)}</p>`
    : `<ul>${part.map((item) => `<li>${linkAddresses(item)}</li>`).join('')}</ul>`;

const linkAddresses = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s,]*[^\s,.;:]/gu, (address) => `<a href="${address}">${address}</a>`);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/gu, (sign) => entities[sign] ?? '');
