import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { deletionMail } from '#functions/account/deletion-mail.ts';
import { movedAccountMail } from '#functions/alexa/moved-account-mail.ts';
import { newDeviceMail } from '#functions/auth/sessions/new-device-mail.ts';
import { findingsMail } from '#functions/findings/findings-mail.ts';
import { findingKeys, type Finding } from '#shared/rules/findings.ts';
import { languageCodes, type Language } from '#shared/rules/language.ts';
import { randomCases } from '#test/support/depth.ts';

import type { WrittenMail } from './write-mail.ts';

const appUrl = 'https://recado.example';
const skillPage = 'https://store.example/skill';
const at = '2026-11-23T12:00:00.000Z';

const mails: Readonly<Record<string, (name: string, language: Language) => WrittenMail>> = {
  findings: (name, language) => {
    const subject = { id: 'x', name };
    const found = findingKeys.map((key): Finding => ({
      key,
      severity: 'broken',
      since: at,
      endsAt: at,
      mend: 'enableSkill',
      subject,
    }));
    return findingsMail({ language, appUrl, skillPage, homes: [{ workspace: { id: 7, name }, findings: found }] });
  },
  movedAccount: (workspace, language) => movedAccountMail({ language, appUrl, workspace, workspaceId: 7 }),
  newDevice: (_, language) =>
    newDeviceMail({ language, appUrl, signedInWith: 'google', signIns: [{ browser: 'Chrome', system: 'iPad', at }] }),
  planned: (_, language) => deletionMail({ language, appUrl, as: 'planned', dueAt: at }),
  done: (_, language) => deletionMail({ language, appUrl, as: 'done', dueAt: at }),
};

const parts = [
  ['https://', 'HTTP:\\', 'javascript:', 'mailto:', 'www', 'evil', 'com', 'xn--p1ai', '💩', '1', 'a\u030c'],
  ['.', '\u2024', '\u3002', '\ufe52', '\uff0e', '\uff61', '@', '/', '\\\\', '_', '-', '<a href=', '"', '&#46;', ' '],
  ['\r\n', '\u2028', '\u0000', '\u0085', '\u202e', '\u2066', '\u200b', '\u200d', '\u2060', '\ufeff', '\u3164'],
  ['\u00ad', '\u034f', '\u{e0061}', '\ufe0f'],
].flat();

const hostile = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom(...parts)),
  minLength: 1,
  maxLength: 14,
});

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The visible text, with the targets of the links. */
const readOf = (html: string): string =>
  html
    .replace(/^.*<title>/su, '')
    .replace(/<a href="([^"]*)">/gu, ' $1 ')
    .replace(/<[^>]*>/gu, ' ')
    .replace(/&(?:amp|lt|gt|quot);/gu, (entity) => entities[entity] ?? entity);

const isOurs = (address: string): boolean => [appUrl, skillPage].some((start) => address.startsWith(start));

const drawnWith = /(?<=[\p{Emoji}\p{S}\p{M}\p{L}]\ufe0f?)[\u200c\u200d\p{VS}]/gu;

test.each(Object.keys(mails))('hides foreign URLs and invisible characters of names in the mail "%s"', (kind) => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...languageCodes), (name, language) => {
      const { subject, text, html } = mails[kind]?.(name, language) ?? { subject: '', text: '', html: '' };
      const plain = mails[kind]?.('Casa', language);
      expect(text.split('\n')).toHaveLength(plain?.text.split('\n').length ?? 0);
      expect(html.match(/<[^>]*>/gu)).toHaveLength(plain?.html.match(/<[^>]*>/gu)?.length ?? 0);
      for (const read of [subject, text, readOf(html)]) {
        const addresses = read.match(/[\p{L}\d+.-]*:\/\/\S*/gu) ?? [];
        expect(addresses.filter((address) => !isOurs(address))).toEqual([]);
        const words = addresses.reduce((rest, address) => rest.replace(address, ' '), read);
        expect(words).not.toMatch(
          /[^\s“”]@[^\s“”]|\\\\[^\s“”]|[\p{L}\p{N}\p{M}\p{S}_-][.\u2024\u3002\ufe52\uff0e\uff61][\p{L}\p{N}\p{M}\p{S}_-]{2}/u,
        );
        expect(words.replace(drawnWith, '')).not.toMatch(/(?!\n)\p{Cc}|[\p{Cf}\p{DI}\u2028\u2029\u2800]/u);
      }
    }),
    { numRuns: randomCases(500) },
  );
});
