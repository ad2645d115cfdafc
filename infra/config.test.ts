import { describe, expect, test } from 'vitest';

import { parseStage, readStage } from './config.ts';
import { readJsonc } from './read-jsonc.ts';

const ourImage = `111122223333.dkr.ecr.us-east-1.amazonaws.com/waha@sha256:${'0'.repeat(64)}`;
const hosted = (task: object = {}, hosting: object = { image: ourImage }) => ({
  whatsapp: { shards: [{ id: 'main', task }], hosting },
});

describe('the settings of a stage', () => {
  test('may all be missing', () => {
    expect(parseStage('prod', {})).toEqual({
      name: 'prod',
      logDays: 30,
      throttle: { rate: 50, burst: 100 },
      alarms: true,
      monthlyBudgetUsd: 50,
      firewall: { requestsPerFiveMinutes: 2000 },
      rollout: 'gradual',
    });
  });

  test('are read from the file of that name', () => {
    expect(readStage('example').domain?.name).toBe('recado.example.com');
  });

  test('validates a setting that the command line overrides', () => {
    expect(readStage('example', { rollout: 'atOnce' })).toEqual({ ...readStage('example'), rollout: 'atOnce' });
    expect(() => readStage('example', { rollout: 'slowly' })).toThrow('rollout');
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
    ['a firewall that is only wanted', { firewall: true }, 'firewall'],
    ['a budget of nothing', { monthlyBudgetUsd: 0 }, 'monthlyBudgetUsd'],
    ['a period that CloudWatch does not offer', { logDays: 31 }, 'logDays'],
    [
      'a skill in Europe whose app has no address of its own',
      { skillInEurope: true, skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000' },
      'skillInEurope',
    ],
    ['the page of a skill without its id', { skillPage: 'B0EXAMPLE1' }, 'skillPage'],
    [
      'an address as the page of a skill',
      {
        skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000',
        skillPage: 'https://www.amazon.com/dp/B0EXAMPLE1',
      },
      'skillPage',
    ],
    ['a skill to be enabled without its id', { skillEnablement: {} }, 'skillEnablement'],
    [
      'a stage that no skill has',
      {
        skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000',
        skillEnablement: { stage: 'certification' },
      },
      'skillEnablement.stage',
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
    ['a gateway that is nowhere', { whatsapp: { shards: [{ id: 'a' }] } }, 'either a url or a task'],
    [
      'a gateway that is in two places',
      { whatsapp: { ...hosted().whatsapp, shards: [{ id: 'a', url: 'https://a.example.com', task: {} }] } },
      'either a url or a task',
    ],
    [
      'a task and nothing that says which image it runs',
      { whatsapp: { shards: [{ id: 'a', task: {} }] } },
      'whatsapp.hosting: hosting and shards with a task belong together',
    ],
    [
      'a place for tasks that no gateway has',
      { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }], hosting: { image: ourImage } } },
      'whatsapp.hosting: hosting and shards with a task belong together',
    ],
    ['an image by its tag', hosted({}, { image: ourImage.replace(/@.*/, ':gows-2026.8.1') }), 'whatsapp.hosting.image'],
    ['an image of a public registry', hosted({}, { image: `devlikeapro/waha@sha256:${'0'.repeat(64)}` }), 'image'],
    ['more memory than Fargate has for its processor', hosted({ vcpu: 1, memoryGb: 9 }), '2 to 8 GB for each vCPU'],
    ['less memory than Fargate has for its processor', hosted({ vcpu: 2, memoryGb: 3 }), '2 to 8 GB for each vCPU'],
    [
      'another vendor in a task of ours',
      { whatsapp: { shards: [{ id: 'a', vendor: 'evolution', task: {} }], hosting: { image: ourImage } } },
      'a task runs WAHA',
    ],
    ['copies reserved for a function that does not exist', { reservedConcurrency: { webhooks: 1 } }, 'webhooks'],
    ['no copy at all for a function', { reservedConcurrency: { webhook: 0 } }, 'reservedConcurrency.webhook'],
    ['a repository without its owner', { pipeline: { repository: 'recado' } }, 'pipeline.repository'],
    ['a repository with one id of two', { pipeline: { repository: 'owner@12/recado' } }, 'pipeline.repository'],
    ['an id that is no number', { pipeline: { repository: 'owner@12/recado@*' } }, 'pipeline.repository'],
    ['every repository of an owner', { pipeline: { repository: 'owner/*' } }, 'pipeline.repository'],
    [
      'an extension by its name instead of its id',
      { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }], passkeyExtensionId: 'my-extension' } },
      'whatsapp.passkeyExtensionId',
    ],
    [
      'a support script over plain http',
      { supportWidgetUrl: 'http://support.example.com/widget.js' },
      'supportWidgetUrl',
    ],
  ])('are refused by name with %s', (_case, settings, name) => {
    expect(() => parseStage('prod', settings)).toThrow(name);
  });

  test('are asked for by file name when the file is missing', () => {
    expect(() => readStage('nowhere')).toThrow('infra/stages/nowhere.jsonc is missing');
  });

  test.each(['Prod', 'p', '../data', 'a-b'])('are not looked for under the name %s', (name) => {
    expect(() => parseStage(name, {})).toThrow('names no stage');
  });
});

test('a task of ours has the size to begin with, unless a stage says another', () => {
  const { whatsapp } = parseStage('prod', hosted());
  expect(whatsapp).toMatchObject({
    shards: [{ id: 'main', task: { vcpu: 1, memoryGb: 2 } }],
    hosting: { database: { size: 'small', storageGb: 20 }, fixedAddress: false },
  });
});

describe('a file of settings', () => {
  test('may say why, in comments and after the last comma, and what is inside a text stays', () => {
    const text = '// why\n{ "a": "https://x.test/*,}*/", /* , */ "b": [1, 2, ], // "c": 3,\n "d\\"//": {},\n}';
    expect(readJsonc(text)).toEqual({ a: 'https://x.test/*,}*/', b: [1, 2], 'd"//': {} });
  });

  test.each(['{ "a": 1', '{ a: 1 }', '{ "a": 1,, }'])('is refused when it is %s', (text) => {
    expect(() => readJsonc(text)).toThrow(SyntaxError);
  });
});
