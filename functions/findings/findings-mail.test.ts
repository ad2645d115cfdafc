import { describe, expect, test } from 'vitest';

import { findingKeys, mends, type Finding, type FindingKey } from '#shared/rules/findings.ts';
import { languageCodes } from '#shared/rules/language.ts';

import { findingsMail as findingsMails, type FindingsAt } from './findings-mail.ts';

const ofTrigger: ReadonlySet<FindingKey> = new Set([
  'deviceLeftOut',
  'startsItself',
  'receiptsSilent',
  'slow',
  'accessKeyEnds',
]);

const finding = (key: FindingKey, changes: Partial<Finding> = {}): Finding => ({
  key,
  severity: 'broken',
  since: '2026-11-20T12:00:00.000Z',
  mend: 'checkTrigger',
  ...(ofTrigger.has(key) && { subject: { id: 'lamp', name: 'Lamp' } }),
  ...changes,
});

type OneHome = Omit<Parameters<typeof findingsMails>[0], 'homes'> & FindingsAt;

const findingsMail = ({ language, appUrl, skillPage, ...home }: OneHome) =>
  findingsMails({ language, appUrl, skillPage, homes: [home] });

const facts = { workspace: { id: 7, name: 'Casa\nda Ana' }, appUrl: 'https://recado.example' } as const;
const ended = [finding('grantEnded', { mend: 'reconnectAmazon' })];
const page = 'https://recado.example/amazon-auth?id=7';
const skillPage = 'https://store.example/skill';

describe('about a permission that ended', () => {
  test.each([
    ['pt', 'não chegam mais à Alexa'],
    ['en', 'no longer reach Alexa'],
    ['es', 'ya no llegan a Alexa'],
  ] as const)('the e-mail in %s says what happened, why, and where to go', (language, subject) => {
    const mail = findingsMail({ ...facts, language, findings: ended, ended: 'skillDisabled' });
    expect(mail.subject).toContain(subject);
    expect(mail.text).toContain('“Casa da Ana”');
    expect(mail.text).toContain(page);
    const other = findingsMail({ ...facts, language, findings: ended, ended: 'accessEnded' });
    expect(other.text).toMatch(
      /disabled or the permission|desativada ou a permissão|desactivó la skill o se revocó el permiso/,
    );
    expect(mail.text).not.toMatch(/permission|permissão|permiso/);
  });

  test.each([
    ['pt', 'Desativamos a skill, como você pediu', 'a skill não está ativa para esta conta'],
    ['en', 'We disabled the skill, as you asked', 'the skill is not enabled for this account'],
    ['es', 'Desactivamos la skill, como usted pidió', 'la skill no está activa para esta cuenta'],
  ] as const)(
    'the e-mail in %s says that we disabled the skill, or that Alexa does not know it',
    (language, off, unknown) => {
      const about = { ...facts, language, findings: ended };
      expect(findingsMail({ ...about, ended: 'disabledByUs' }).text).toContain(off);
      expect(findingsMail({ ...about, ended: 'notFound' }).text).toContain(unknown);
    },
  );

  test.each([
    ['pt', 'abra https://recado.example/amazon-auth?id=7, clique em “Reconectar conta” e autorize na Amazon.'],
    ['en', 'open https://recado.example/amazon-auth?id=7, press “Reconnect account” and allow it on Amazon.'],
    ['es', 'abra https://recado.example/amazon-auth?id=7, haga clic en “Reconectar cuenta” y autorícelo en Amazon.'],
  ] as const)('that connecting mends, the e-mail in %s names page and button and nothing else', (language, next) => {
    const { text } = findingsMail({ ...facts, language, findings: ended, skillPage });
    expect(text).toContain(next);
    expect(text).not.toContain(skillPage);
    expect(text).not.toMatch(/disable and enable|desative e ative|desactive y active/u);
  });

  test.each([
    ['pt', 'desative e ative a skill no app Alexa'],
    ['en', 'disable and enable the skill in the Alexa app'],
    ['es', 'desactive y active la skill en la app Alexa'],
  ] as const)('that only the Alexa app mends, the e-mail in %s says so with the address', (language, next) => {
    const findings = [finding('grantEnded', { mend: 'enableSkill' })];
    const { text } = findingsMail({ ...facts, language, findings, skillPage });
    for (const part of [next, skillPage, page]) expect(text).toContain(part);
    expect(text).not.toMatch(/recone[ck]|reconnect/iu);
    const { text: without } = findingsMail({ ...facts, language, findings });
    expect(without.split('\n\n')).toHaveLength(4);
  });
});

describe('about a number that was lost', () => {
  const lost = [finding('numberLost', { mend: 'pairNumber' })];

  test.each([
    ['pt', 'o WhatsApp foi desconectado', 'não aceita mais este dispositivo conectado', 'conecte o número'],
    ['en', 'WhatsApp was disconnected', 'no longer accepts this linked device', 'connect the number'],
    ['es', 'WhatsApp se desconectó', 'ya no acepta este dispositivo vinculado', 'conecte el número'],
  ] as const)('the e-mail in %s says what happened, why, and where to go', (language, subject, why, next) => {
    const mail = findingsMail({ ...facts, language, findings: lost, lineEnd: 'removed' });
    expect(mail.subject).toContain(subject);
    for (const part of ['“Casa da Ana”', why, next, 'https://recado.example/whatsapp?id=7'])
      expect(mail.text).toContain(part);
  });

  test.each(languageCodes)('each way to lose it has its own words in %s', (language) => {
    const ways = ['removed', 'lostTooLong', 'phoneTaken', 'failed'] as const;
    const texts = ways.map((lineEnd) => findingsMail({ ...facts, language, findings: lost, lineEnd }).text);
    expect(new Set(texts).size).toBe(ways.length);
  });
});

describe.each(languageCodes)('in %s', (language) => {
  test('each kind has a subject and words of its own, with an address and nothing left open', () => {
    const mails = findingKeys.map((key) =>
      findingsMail({ ...facts, language, findings: [finding(key, { endsAt: '2026-11-23T12:00:00.000Z' })] }),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(findingKeys.length);
    for (const { text, subject } of mails) {
      expect(text).toContain('https://recado.example/');
      expect(text).not.toMatch(/undefined|\{\{|Invalid/u);
      expect(subject.length).toBeLessThan(70);
    }
  });

  test('a failed night names the trigger that it uses', () => {
    const subject = { id: 'night', name: 'Noite' };
    const { text } = findingsMail({ ...facts, language, findings: [finding('nightlyFailed', { subject })] });
    expect(text).toMatch(/(trigger|gatilho|disparador) “Noite”\./u);
  });

  test.each(mends)('what %s mends is linked in the workspace that it is about', (mend) => {
    const { text } = findingsMail({ ...facts, language, findings: [finding('grantUnconfirmed', { mend })] });
    expect(text).toMatch(/https:\/\/recado\.example\/[a-z-]+\?id=7\b/u);
  });

  test('several kinds are one mail, and of one kind a few names are told', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
      finding('receiptsSilent', { subject: { id: name, name: `Lamp ${name}` } }),
    );
    const mail = findingsMail({ ...facts, language, findings: [...ended, ...many] });
    expect(mail.subject).toMatch(/\b2\b/u);
    expect(mail.text).toContain('“Lamp e”');
    expect(mail.text).not.toContain('“Lamp f”');
    expect(mail.text).toMatch(/e mais 2|and 2 more|y 2 más/u);
  });

  test('nobody’s words make a link', () => {
    const subject = { id: 'x', name: 'https://evil.example/now' };
    const workspace = { id: 7, name: 'evil.example/pay' };
    const { html } = findingsMail({
      ...facts,
      workspace,
      language,
      findings: [finding('receiptsSilent', { subject })],
    });
    expect(html.match(/<a href="[^"]*"/gu)).toEqual(['<a href="https://recado.example/triggers?id=7"']);
  });
});

test('in Spanish it says usted, and calls a workspace as the app does', () => {
  for (const key of findingKeys) {
    const { text } = findingsMail({ ...facts, language: 'es', findings: [finding(key)] });
    expect(text).toContain('espacio de trabajo “Casa da Ana”');
    expect(text).not.toMatch(/\b(tu|tus|tú|activa|mira|conecta|vincula)\b|workspace/iu);
  }
});

test.each(languageCodes)(
  'the mail in %s about a night says why it failed, each reason in words of its own',
  (language) => {
    const mail = (why: Finding['why']): string =>
      findingsMail({ ...facts, language, findings: [finding('nightlyFailed', why && { why })] }).text;
    const whys = ['noAnswer', 'unavailable', 'rejected', 'tooMany', 'unknown'] as const;
    expect(new Set(whys.map(mail)).size).toBe(whys.length);
    expect(mail('throttled')).toBe(mail('unavailable'));
    expect(mail(undefined)).toBe(mail('unknown'));
    expect(mail('unavailable')).not.toMatch(/routine|rotina|rutina/u);
  },
);
