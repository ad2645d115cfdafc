import { describe, expect, test } from 'vitest';

import { parseStage, readStage } from './config.ts';

describe('the settings of a stage', () => {
  test('may all be missing', () => {
    expect(parseStage('prod', {})).toEqual({ name: 'prod', logDays: 30, throttle: { rate: 50, burst: 100 } });
  });

  test('are read from the file of that name', () => {
    expect(readStage('example').domain?.name).toBe('recado.example.com');
  });

  test.each([
    ['a setting that does not exist', { alarmMail: 'a@example.com' }, 'alarmMail'],
    ['an address that is none', { alarmEmail: 'somebody' }, 'alarmEmail'],
    ['a domain with neither zone nor certificate', { domain: { name: 'a.example.com' } }, 'domain.zone'],
    [
      'a domain with a scheme',
      { domain: { name: 'https://a.example.com', zone: { id: 'Z1', name: 'example.com' } } },
      'domain.name',
    ],
    [
      'a certificate of another region',
      {
        domain: {
          name: 'a.example.com',
          certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/00000000-0000-0000-0000-000000000000',
        },
      },
      'domain.certificateArn',
    ],
    ['a period that CloudWatch does not offer', { logDays: 31 }, 'logDays'],
    [
      'a skill in Europe whose app has no address of its own',
      { skillInEurope: true, skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000' },
      'skillInEurope',
    ],
    ['a skill id that is none', { skillId: 'amzn1.ask.skill.mine' }, 'skillId'],
    ['no WhatsApp gateway in its list', { whatsapp: { shards: [] } }, 'whatsapp.shards'],
    [
      'a gateway over plain http',
      { whatsapp: { shards: [{ id: 'a', url: 'http://a.example.com' }] } },
      'whatsapp.shards.0.url',
    ],
    [
      'two gateways of one id',
      {
        whatsapp: {
          shards: [
            { id: 'a', url: 'https://a.example.com' },
            { id: 'a', url: 'https://b.example.com' },
          ],
        },
      },
      'two shards have the same id',
    ],
    [
      'a support script over plain http',
      { supportWidgetUrl: 'http://support.example.com/widget.js' },
      'supportWidgetUrl',
    ],
  ])('are refused by name with %s', (_case, settings, name) => {
    expect(() => parseStage('prod', settings)).toThrow(name);
  });

  test('are asked for by file when nobody wrote them', () => {
    expect(() => readStage('nowhere')).toThrow('infra/stages/nowhere.json is missing');
  });

  test.each(['Prod', 'p', '../data', 'a-b'])('are not looked for under the name %s', (name) => {
    expect(() => parseStage(name, {})).toThrow('names no stage');
  });
});
