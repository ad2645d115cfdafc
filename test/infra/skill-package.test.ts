import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readConfig } from '#functions/platform/config.ts';
import { parseStage } from '#infra/config.ts';
import { skillFiles, skillValues, type SkillFiles, type SkillPlace } from '#infra/skill/render.ts';
import { runSkill } from '#infra/skill/run-skill.ts';
import { productName } from '#shared/product.ts';

import { folder, full } from './synthesised.ts';

const clientId = 'amzn1.application-oa2-client.00000000000000000000000000000000';
const american = 'arn:aws:lambda:us-east-1:111122223333:function:recado-full-alexa-skill:live';
const european = 'arn:aws:lambda:eu-west-1:111122223333:function:recado-full-alexa-skill:live';
const forEvents = 'arn:aws:lambda:us-east-1:111122223333:function:recado-full-skill-events:live';
const outputs = {
  'Recado-full-edge': { AppUrl: 'https://recado.example.com', CdnHost: 'd1234.cloudfront.net' },
  'Recado-full-skill': { SkillFunctionArn: american, SkillEventsFunctionArn: forEvents },
  'Recado-full-skill-europe': { SkillFunctionArn: european },
};

const storeTexts = z.object({
  name: z.string(),
  description: z.string(),
  examplePhrases: z.array(z.string()),
  keywords: z.array(z.string()),
});
const endpoint = z.object({ endpoint: z.object({ uri: z.string() }) });
/** Only the parts that these tests check; `infra/skill/check-package.ts` validates the rest. */
const manifestShape = z.object({
  manifest: z.object({
    publishingInformation: z.object({ locales: z.record(z.string(), storeTexts) }),
    privacyAndCompliance: z.object({ locales: z.record(z.string(), z.unknown()) }),
    events: z.object({
      endpoint: z.object({ uri: z.string() }),
      subscriptions: z.array(z.object({ eventName: z.string() })),
    }),
    permissions: z.array(z.object({ name: z.string() })),
    apis: z.object({
      smartHome: z.object({ endpoint: z.object({ uri: z.string() }), regions: z.record(z.string(), endpoint) }),
    }),
  }),
});

const realPlaces = readConfig({ TABLE_NAME: 'table', APP_URL: 'https://a.example', WEBHOOK_URL: 'https://a.example' });

function files(stage = full): SkillFiles {
  const values = skillValues({ stage, outputs, clientId });
  if ('problems' in values) throw new Error(values.problems.join(' '));
  return skillFiles(values);
}
const manifestOf = (stage = full) => manifestShape.parse(files(stage)['skill-package/skill.json']).manifest;

/** The same stage without the function in Europe. */
const { skillInEurope: _europe, name: _name, ...rest } = full;
const inAmericaAlone = parseStage('full', rest);

const locales = ['en-CA', 'en-GB', 'en-US', 'es-ES', 'es-MX', 'es-US', 'pt-BR'];

describe('the skill manifest', () => {
  test('offers the skill in every language, with texts of valid length and legal pages', () => {
    const { publishingInformation, privacyAndCompliance } = manifestOf();
    expect(Object.keys(publishingInformation.locales).toSorted()).toEqual(locales);
    expect(Object.keys(privacyAndCompliance.locales).toSorted()).toEqual(locales);
    for (const texts of Object.values(publishingInformation.locales)) {
      expect(texts.name).toBe(productName);
      expect(texts.examplePhrases.filter((phrase) => !phrase.startsWith('Alexa, '))).toEqual([]);
      expect(texts.description).toContain('https://recado.example.com');
    }
  });

  test('uses one term for the app and one for the website in each text', () => {
    for (const { description } of Object.values(manifestOf().publishingInformation.locales)) {
      for (const words of [/app (?:de )?Alexa/gu, /\b(?:el|la) (?:sitio|web)\b/gu]) {
        const [first, ...more] = description.match(words) ?? [];
        expect(more.filter((each) => each !== first)).toEqual([]);
      }
    }
  });

  test('contains texts in the language of each locale', () => {
    const words = { en: 'routine', es: 'rutina', pt: 'rotina' };
    for (const [locale, { keywords, description }] of Object.entries(manifestOf().publishingInformation.locales)) {
      const spoken = Object.entries(words).filter(([, word]) => keywords.includes(word) && description.includes(word));
      expect(spoken.map(([language]) => language)).toEqual([locale.slice(0, 2)]);
    }
  });

  test('routes users in Europe to the function there and all others to the main function', () => {
    expect(manifestOf().apis.smartHome).toMatchObject({
      endpoint: { uri: american },
      regions: { NA: { endpoint: { uri: american } }, EU: { endpoint: { uri: european } } },
    });
  });

  test('omits the European locales when the stage has no function in Europe', () => {
    const { publishingInformation, privacyAndCompliance, apis } = manifestOf(inAmericaAlone);
    const remaining = locales.filter((locale) => !['en-GB', 'es-ES'].includes(locale));
    expect(Object.keys(publishingInformation.locales).toSorted()).toEqual(remaining);
    expect(Object.keys(privacyAndCompliance.locales).toSorted()).toEqual(remaining);
    expect(Object.keys(apis.smartHome.regions)).toEqual(['NA']);
  });

  test('subscribes to events when users enable, link and disable the skill', () => {
    const { endpoint: to, subscriptions } = manifestOf().events;
    expect(to).toEqual({ uri: forEvents });
    expect(subscriptions.map(({ eventName }) => eventName)).toEqual([
      'SKILL_ENABLED',
      'SKILL_ACCOUNT_LINKED',
      'SKILL_DISABLED',
    ]);
  });

  test('requests only the permission that is needed to start a routine', () => {
    expect(manifestOf().permissions).toEqual([{ name: 'alexa::async_event:write' }]);
  });
});

test('links accounts with an authorization code of Login with Amazon and the scope of the website', () => {
  expect(files()['accountLinking.json']).toEqual({
    accountLinkingRequest: {
      skipOnEnablement: 'false',
      type: 'AUTH_CODE',
      authorizationUrl: realPlaces.LWA_AUTHORIZE_URL,
      accessTokenUrl: realPlaces.LWA_TOKEN_URL,
      accessTokenScheme: 'HTTP_BASIC',
      clientId,
      scopes: ['profile'],
      domains: [],
      redirectUrls: ['https://recado.example.com/api/auth/amazon/callback'],
    },
  });
});

test('configures the command line tool to update the existing skill of the stage', () => {
  expect(files()['ask-resources.json']).toEqual({
    askcliResourcesVersion: '2020-03-31',
    profiles: { default: { skillMetadata: { src: './skill-package' } } },
  });
  expect(files()['.ask/ask-states.json']).toMatchObject({ profiles: { default: { skillId: full.skillId } } });
});

test('leaves no placeholder and writes no secret to any file', () => {
  const source = fileURLToPath(new URL('../../infra/skill', import.meta.url));
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  const sources = paths.map((path) => readFileSync(join(source, path), 'utf8'));
  const rendered = JSON.stringify(files());
  expect(paths.length).toBe(3);
  expect(rendered).not.toContain('{{');
  for (const text of [...sources, rendered]) {
    // Client secrets and tokens of Amazon, and AWS keys.
    expect(text).not.toMatch(/clientSecret|amzn1\.oa2-cs|Atz[a-z]\||AKIA|refresh_?token/i);
  }
});

describe('skillValues', () => {
  const failing: [string, Partial<SkillPlace>, string[]][] = [
    ['without a skill id', { stage: { ...full, skillId: undefined } }, ['Stage "full" has no skillId.']],
    [
      'with a secret in the place of the client id',
      { clientId: 'amzn1.oa2-cs.v1.0000' },
      ['The client id: missing or malformed.'],
    ],
    [
      'before the skill is deployed',
      { outputs: { ...outputs, 'Recado-full-skill': undefined } },
      ['The outputs of Recado-full-skill: missing or malformed.'],
    ],
    [
      'with a function of another region',
      {
        outputs: { ...outputs, 'Recado-full-skill': { SkillFunctionArn: european, SkillEventsFunctionArn: forEvents } },
      },
      ['The outputs of Recado-full-skill: missing or malformed (SkillFunctionArn).'],
    ],
    [
      'before the function for events is deployed',
      { outputs: { ...outputs, 'Recado-full-skill': { SkillFunctionArn: american } } },
      ['The outputs of Recado-full-skill: missing or malformed (SkillEventsFunctionArn).'],
    ],
    [
      'before the copy in Europe is deployed',
      { outputs: { ...outputs, 'Recado-full-skill-europe': {} } },
      ['The outputs of Recado-full-skill-europe: missing or malformed (SkillFunctionArn).'],
    ],
    [
      'with malformed outputs, together with all other problems',
      { outputs: [], clientId: '' },
      ['The file of outputs: missing or malformed.', 'The client id: missing or malformed.'],
    ],
  ];
  test.each(failing)('returns the problems: %s', (_case, given, problems) => {
    expect(skillValues({ stage: full, outputs, clientId, ...given })).toEqual({ problems });
  });
});

describe('the skill command', () => {
  const ofExample = Object.fromEntries(
    Object.entries(outputs).map(([stack, values]) => [stack.replace('full', 'example'), values]),
  );
  function run(args: readonly string[], given: unknown = ofExample) {
    const scratch = folder('skill');
    const file = join(scratch, 'outputs.json');
    writeFileSync(file, typeof given === 'string' ? given : JSON.stringify(given));
    const [printed, errors]: [string[], string[]] = [[], []];
    const code = runSkill(
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      {
        print: (line) => void printed.push(line),
        printError: (line) => void errors.push(line),
        folder: join(scratch, 'out'),
      },
    );
    return { code, printed: printed.join('\n'), errors: errors.join('\n'), at: join(scratch, 'out') };
  }
  const written = (at: string) => readdirSync(at, { recursive: true, encoding: 'utf8' }).toSorted();
  const deployed = ['--stage', 'example', '--outputs', 'FILE', '--client-id', clientId];

  test('checks the package before the first deployment without writing anything', () => {
    const { code, printed, errors, at } = run(['--stage', 'prod']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(printed).toContain('The package is valid. Nothing was written.');
    expect(printed).toContain('give the stage its skillId');
    expect(existsSync(at)).toBe(false);
  });

  test('names the missing options for a stage that has its skill', () => {
    expect(run(['--stage', 'example']).printed).toContain(
      '--outputs <file of cdk deploy --outputs-file> --client-id <id>',
    );
  });

  test('writes the package of a stage with its icons and values', () => {
    const { code, errors, at } = run(deployed);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(written(join(at, 'example')).filter((path) => /\.\w+$/.test(path) && path !== '.ask')).toEqual([
      '.ask/ask-states.json',
      'accountLinking.json',
      'ask-resources.json',
      'skill-package/assets/images/large.png',
      'skill-package/assets/images/small.png',
      'skill-package/skill.json',
    ]);
    expect(readFileSync(join(at, 'example/skill-package/skill.json'), 'utf8')).toContain(forEvents);
  });

  test('prints the next steps with the values to paste', () => {
    const { printed } = run(deployed);
    const wanted = [
      'ask deploy',
      `update-account-linking-info -s ${full.skillId} -g development`,
      'recado/example/amazon',
      'https://recado.example.com/api/auth/amazon/callback',
      forEvents,
      'recado/example/alexa',
    ];
    expect(wanted.filter((each) => !printed.includes(each))).toEqual([]);
    expect(printed).not.toContain('stages/example.jsonc');
  });

  test.each<[string, string[], unknown, string]>([
    ['no stage', [], ofExample, '--stage is missing.'],
    ['an unknown stage', ['--stage', 'moon'], ofExample, 'There is no stage "moon"'],
    ['an unknown option', ['--stage', 'example', '--secret', 'x'], ofExample, "Unknown option '--secret'"],
    ['outputs without a client id', ['--stage', 'example', '--outputs', 'FILE'], ofExample, 'belong together'],
    ['a missing outputs file', [...deployed.slice(0, 3), 'nowhere.json', ...deployed.slice(4)], '', 'does not exist'],
    ['outputs that are not JSON', deployed, '{', 'is not JSON.'],
    ['outputs of another stage', deployed, outputs, 'The outputs of Recado-example-edge: missing or malformed'],
  ])('exits with 1 and writes nothing with %s', (_case, args, given, words) => {
    const { code, printed, errors, at } = run(args, given);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(errors).toContain(words);
    expect(existsSync(at)).toBe(false);
  });
});
