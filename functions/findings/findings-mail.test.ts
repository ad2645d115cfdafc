import { describe, expect, test } from 'vitest';

import { findingKeys, findingRepairs, type Finding, type FindingKey } from '#shared/rules/findings.ts';
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

describe('mail about an ended permission', () => {
  test.each([
    ['pt', 'não chegam mais à Alexa'],
    ['en', 'no longer reach Alexa'],
    ['es', 'ya no llegan a Alexa'],
  ] as const)('states the event, the reason and the page in %s when the permission ended', (language, subject) => {
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
    ['es', 'Desactivamos la skill, como pediste', 'la skill no está activa para esta cuenta'],
  ] as const)('states in %s that we disabled the skill, or that Alexa does not know it', (language, off, unknown) => {
    const about = { ...facts, language, findings: ended };
    expect(findingsMail({ ...about, ended: 'disabledByUs' }).text).toContain(off);
    expect(findingsMail({ ...about, ended: 'notFound' }).text).toContain(unknown);
  });

  test.each([
    ['pt', 'abra https://recado.example/amazon-auth?id=7, clique em “Reconectar conta” e autorize na Amazon.'],
    ['en', 'open https://recado.example/amazon-auth?id=7, press “Reconnect account” and allow it on Amazon.'],
    ['es', 'abre https://recado.example/amazon-auth?id=7, haz clic en “Reconectar cuenta” y autorízalo en Amazon.'],
  ] as const)('names only page and button in %s when reconnecting helps', (language, next) => {
    const { text } = findingsMail({ ...facts, language, findings: ended, skillPage });
    expect(text).toContain(next);
    expect(text).not.toContain(skillPage);
    expect(text).not.toMatch(/disable and enable|desative e ative|desactiva y activa/u);
  });

  test.each([
    ['pt', 'desative e ative a skill no app Alexa'],
    ['en', 'disable and enable the skill in the Alexa app'],
    ['es', 'desactiva y activa la skill en la app Alexa'],
  ] as const)('names the Alexa app and the skill page in %s when only the app helps', (language, next) => {
    const findings = [finding('grantEnded', { mend: 'enableSkill' })];
    const { text } = findingsMail({ ...facts, language, findings, skillPage });
    for (const part of [next, skillPage, page]) expect(text).toContain(part);
    expect(text).not.toMatch(/recone[ck]|reconnect/iu);
    const { text: without } = findingsMail({ ...facts, language, findings });
    expect(without.split('\n\n')).toHaveLength(4);
  });
});

describe('mail about a lost number', () => {
  const lost = [finding('numberLost', { mend: 'pairNumber' })];

  test.each([
    ['pt', 'o WhatsApp foi desconectado', 'não aceita mais este dispositivo conectado', 'conecte o número'],
    ['en', 'WhatsApp was disconnected', 'no longer accepts this linked device', 'connect the number'],
    ['es', 'WhatsApp se desconectó', 'ya no acepta este dispositivo vinculado', 'conecta el número'],
  ] as const)(
    'states the event, the reason and the page in %s when the number is lost',
    (language, subject, why, next) => {
      const mail = findingsMail({ ...facts, language, findings: lost, lineEnd: 'removed' });
      expect(mail.subject).toContain(subject);
      for (const part of ['“Casa da Ana”', why, next, 'https://recado.example/whatsapp?id=7'])
        expect(mail.text).toContain(part);
    },
  );

  test.each(languageCodes)('has a different text in %s for each cause of a lost number', (language) => {
    const ways = ['removed', 'lostTooLong', 'phoneTaken', 'failed'] as const;
    const texts = ways.map((lineEnd) => findingsMail({ ...facts, language, findings: lost, lineEnd }).text);
    expect(new Set(texts).size).toBe(ways.length);
  });
});

describe.each(languageCodes)('mail in %s', (language) => {
  test('has a subject, a text and a URL for each kind of finding, without unfilled placeholders', () => {
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

  test('names the trigger of a failed nightly check', () => {
    const subject = { id: 'night', name: 'Noite' };
    const { text } = findingsMail({ ...facts, language, findings: [finding('nightlyFailed', { subject })] });
    expect(text).toMatch(/(trigger|gatilho|disparador) “Noite”\./u);
  });

  test.each(findingRepairs)('links the page for %s with the id of the workspace', (mend) => {
    const { text } = findingsMail({ ...facts, language, findings: [finding('grantUnconfirmed', { mend })] });
    expect(text).toMatch(/https:\/\/recado\.example\/[a-z-]+\?id=7\b/u);
  });

  test('links the first access key that expires', () => {
    const keys = ['k1', 'k2'].map((id) =>
      finding('accessKeyEnds', { mend: 'openTriggers', subject: { id, name: id }, endsAt: '2026-11-23T12:00:00.000Z' }),
    );
    const { text } = findingsMail({ ...facts, language, findings: keys });
    expect(text).toContain('https://recado.example/triggers?id=7&access=k1\n');
  });

  test('combines several kinds in one mail and shortens a long list of names', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
      finding('receiptsSilent', { subject: { id: name, name: `Lamp ${name}` } }),
    );
    const mail = findingsMail({ ...facts, language, findings: [...ended, ...many] });
    expect(mail.subject).toMatch(/\b2\b/u);
    expect(mail.text).toContain('“Lamp e”');
    expect(mail.text).not.toContain('“Lamp f”');
    expect(mail.text).toMatch(/e mais 2|and 2 more|y 2 más/u);
  });

  test('does not link URLs in names of users', () => {
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

test("uses tú and the app's term for a workspace in Spanish", () => {
  for (const key of findingKeys) {
    const { text } = findingsMail({ ...facts, language: 'es', findings: [finding(key)] });
    expect(text).toContain('espacio de trabajo “Casa da Ana”');
    expect(text).not.toMatch(/\b(usted|abra|active|vea|conecte|vincule)\b|workspace/iu);
  }
});

test.each(languageCodes)('has a different text in %s for each reason of a failed nightly check', (language) => {
  const mail = (why: Finding['why']): string =>
    findingsMail({ ...facts, language, findings: [finding('nightlyFailed', why && { why })] }).text;
  const whys = ['noAnswer', 'unavailable', 'rejected', 'tooMany', 'unknown'] as const;
  expect(new Set(whys.map(mail)).size).toBe(whys.length);
  expect(mail('throttled')).toBe(mail('unavailable'));
  expect(mail(undefined)).toBe(mail('unknown'));
  expect(mail('unavailable')).not.toMatch(/routine|rotina|rutina/u);
});
