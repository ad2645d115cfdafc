import { describe, expect, test } from 'vitest';

import { parseStage, readStage } from './config.ts';
import { readJsonc } from './read-jsonc.ts';

const ourImage = `111122223333.dkr.ecr.us-east-1.amazonaws.com/waha@sha256:${'0'.repeat(64)}`;
const hosted = (task: object = {}, hosting: object = { image: ourImage }) => ({
  whatsapp: { shards: [{ id: 'main', task }], hosting },
});

describe('stage settings', () => {
  test('uses defaults when all settings are missing', () => {
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

  test('reads the settings from the file of the stage', () => {
    expect(readStage('example').domain?.name).toBe('recado.example.com');
  });

  test('validates a setting that the command line overrides', () => {
    expect(readStage('example', { rollout: 'atOnce' })).toEqual({ ...readStage('example'), rollout: 'atOnce' });
    expect(() => readStage('example', { rollout: 'slowly' })).toThrow('rollout');
  });

  test.each([
    ['a setting that does not exist', { alarmMail: 'a@example.com' }, 'alarmMail'],
    ['a malformed e-mail address', { alarmEmail: 'somebody' }, 'alarmEmail'],
    ['a domain with neither zone nor certificate', { domain: { name: 'a.example.com' } }, 'domain.zone'],
    [
      'a domain with a scheme',
      { domain: { name: 'https://a.example.com', zone: { id: 'Z1', name: 'example.com' } } },
      'domain.name',
    ],
    [
      'a certificate from another region',
      {
        domain: {
          name: 'a.example.com',
          certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/00000000-0000-0000-0000-000000000000',
        },
      },
      'domain.certificateArn',
    ],
    ['true as the firewall', { firewall: true }, 'firewall'],
    ['a budget of zero', { monthlyBudgetUsd: 0 }, 'monthlyBudgetUsd'],
    ['a log retention that CloudWatch does not offer', { logDays: 31 }, 'logDays'],
    [
      'a skill in Europe without a domain',
      { skillInEurope: true, skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000' },
      'skillInEurope',
    ],
    ['a skill page without a skill id', { skillPage: 'B0EXAMPLE1' }, 'skillPage'],
    [
      'a URL as the skill page',
      {
        skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000',
        skillPage: 'https://www.amazon.com/dp/B0EXAMPLE1',
      },
      'skillPage',
    ],
    ['skill enablement without a skill id', { skillEnablement: {} }, 'skillEnablement'],
    [
      'an unknown skill stage',
      {
        skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000',
        skillEnablement: { stage: 'certification' },
      },
      'skillEnablement.stage',
    ],
    ['a malformed skill id', { skillId: 'amzn1.ask.skill.mine' }, 'skillId'],
    ['an empty list of WhatsApp gateways', { whatsapp: { shards: [] } }, 'whatsapp.shards'],
    [
      'a gateway over plain http',
      { whatsapp: { shards: [{ id: 'a', url: 'http://a.example.com' }] } },
      'whatsapp.shards.0.url',
    ],
    [
      'two gateways with the same id',
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
    ['a gateway with neither a url nor a task', { whatsapp: { shards: [{ id: 'a' }] } }, 'either a url or a task'],
    [
      'a gateway with both a url and a task',
      { whatsapp: { ...hosted().whatsapp, shards: [{ id: 'a', url: 'https://a.example.com', task: {} }] } },
      'either a url or a task',
    ],
    [
      'a task without hosting settings',
      { whatsapp: { shards: [{ id: 'a', task: {} }] } },
      'whatsapp.hosting: hosting and shards with a task belong together',
    ],
    [
      'hosting settings without a task',
      { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }], hosting: { image: ourImage } } },
      'whatsapp.hosting: hosting and shards with a task belong together',
    ],
    [
      'an image with a tag instead of a digest',
      hosted({}, { image: ourImage.replace(/@.*/, ':gows-2026.8.1') }),
      'whatsapp.hosting.image',
    ],
    ['an image from a public registry', hosted({}, { image: `devlikeapro/waha@sha256:${'0'.repeat(64)}` }), 'image'],
    ['more memory than Fargate offers for the vCPU', hosted({ vcpu: 1, memoryGb: 9 }), '2 to 8 GB for each vCPU'],
    ['less memory than Fargate offers for the vCPU', hosted({ vcpu: 2, memoryGb: 3 }), '2 to 8 GB for each vCPU'],
    [
      'a vendor other than WAHA for a task',
      { whatsapp: { shards: [{ id: 'a', vendor: 'evolution', task: {} }], hosting: { image: ourImage } } },
      'a task runs WAHA',
    ],
    ['reserved concurrency for an unknown function', { reservedConcurrency: { webhooks: 1 } }, 'webhooks'],
    ['a reserved concurrency of zero', { reservedConcurrency: { webhook: 0 } }, 'reservedConcurrency.webhook'],
    ['a repository without an owner', { pipeline: { repository: 'recado' } }, 'pipeline.repository'],
    [
      'a repository with only one of its two ids',
      { pipeline: { repository: 'owner@12/recado' } },
      'pipeline.repository',
    ],
    ['a wildcard as a repository id', { pipeline: { repository: 'owner@12/recado@*' } }, 'pipeline.repository'],
    ['a wildcard as the repository name', { pipeline: { repository: 'owner/*' } }, 'pipeline.repository'],
    [
      'the name of an extension instead of its id',
      { whatsapp: { shards: [{ id: 'a', url: 'https://a.example.com' }], passkeyExtensionId: 'my-extension' } },
      'whatsapp.passkeyExtensionId',
    ],
    [
      'a support script over plain http',
      { supportWidgetUrl: 'http://support.example.com/widget.js' },
      'supportWidgetUrl',
    ],
    ['a support contact that is no address', { supportEmail: 'https://example.com/help' }, 'supportEmail'],
  ])('rejects %s and names the setting', (_case, settings, name) => {
    expect(() => parseStage('prod', settings)).toThrow(name);
  });

  test('names the missing file when the stage has none', () => {
    expect(() => readStage('nowhere')).toThrow('infra/stages/nowhere.jsonc is missing');
  });

  test.each(['Prod', 'p', '../data', 'a-b'])('rejects the stage name %s', (name) => {
    expect(() => parseStage(name, {})).toThrow('is not a stage name');
  });
});

test('uses default sizes for a hosted gateway and its database', () => {
  const { whatsapp } = parseStage('prod', hosted());
  expect(whatsapp).toMatchObject({
    shards: [{ id: 'main', task: { vcpu: 1, memoryGb: 2 } }],
    hosting: { database: { size: 'small', storageGb: 20 }, fixedAddress: false },
  });
});

describe('readJsonc', () => {
  test('ignores comments and trailing commas, except inside strings', () => {
    const text = '// why\n{ "a": "https://x.test/*,}*/", /* , */ "b": [1, 2, ], // "c": 3,\n "d\\"//": {},\n}';
    expect(readJsonc(text)).toEqual({ a: 'https://x.test/*,}*/', b: [1, 2], 'd"//': {} });
  });

  test.each(['{ "a": 1', '{ a: 1 }', '{ "a": 1,, }'])('rejects malformed JSON: %s', (text) => {
    expect(() => readJsonc(text)).toThrow(SyntaxError);
  });
});
