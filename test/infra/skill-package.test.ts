import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readConfig } from '#functions/platform/config.ts';
import { parseStage } from '#infra/config.ts';
import { skillPackage } from '#infra/skill-package/render.ts';
import { productName } from '#shared/product.ts';

import { full, minimal } from './synthesised.ts';

const clientId = 'amzn1.application-oa2-client.00000000000000000000000000000000';
const american = 'arn:aws:lambda:us-east-1:111122223333:function:recado-full-alexa-skill';
const european = 'arn:aws:lambda:eu-west-1:111122223333:function:recado-full-alexa-skill';
const outputs = {
  'Recado-full-edge': { AppUrl: 'https://recado.example.com', CdnHost: 'd1234.cloudfront.net' },
  'Recado-full-skill': { SkillFunctionArn: american },
  'Recado-full-skill-europe': { SkillFunctionArn: european },
};

const short = (least: number, most: number) => z.string().check(z.minLength(least), z.maxLength(most));
/** https://developer.amazon.com/en-US/docs/alexa/smapi/skill-manifest.html */
const storeTexts = z.strictObject({
  name: short(2, 50),
  summary: short(10, 160),
  description: short(200, 4000),
  examplePhrases: z.array(short(8, 200)).check(z.minLength(3), z.maxLength(3)),
  keywords: z.array(short(2, 50)).check(z.minLength(5), z.maxLength(30)),
});
const endpoint = z.strictObject({ endpoint: z.strictObject({ uri: z.string() }) });
const manifestShape = z.strictObject({
  manifest: z.strictObject({
    manifestVersion: z.literal('1.0'),
    publishingInformation: z.strictObject({
      category: z.literal('SMART_HOME'),
      distributionMode: z.literal('PUBLIC'),
      isAvailableWorldwide: z.literal(true),
      distributionCountries: z.tuple([]),
      testingInstructions: short(50, 4000),
      locales: z.record(z.string(), storeTexts),
    }),
    privacyAndCompliance: z.strictObject({
      allowsPurchases: z.literal(false),
      usesPersonalInfo: z.literal(true),
      isChildDirected: z.literal(false),
      isExportCompliant: z.literal(true),
      containsAds: z.literal(false),
      locales: z.record(z.string(), z.strictObject({ privacyPolicyUrl: z.url(), termsOfUseUrl: z.url() })),
    }),
    permissions: z.array(z.strictObject({ name: z.string() })),
    apis: z.strictObject({
      smartHome: z.strictObject({
        protocolVersion: z.literal('3'),
        endpoint: z.strictObject({ uri: z.string() }),
        regions: z.record(z.string(), endpoint),
      }),
    }),
  }),
});

const realPlaces = readConfig({ TABLE_NAME: 'table', APP_URL: 'https://a.example', WEBHOOK_URL: 'https://a.example' });

const files = (stage = full) => skillPackage({ stage, outputs, clientId });
const manifestOf = (stage = full) => manifestShape.parse(files(stage)['skill-package/skill.json']).manifest;

/** The same stage without the function in Europe. */
const { skillInEurope: _europe, name: _name, ...rest } = full;
const inAmericaAlone = parseStage('full', rest);

const locales = ['en-CA', 'en-GB', 'en-US', 'es-ES', 'es-MX', 'es-US', 'pt-BR'];

describe('the manifest', () => {
  test('offers the skill in every language, with texts that fit and in the same languages its legal pages', () => {
    const { publishingInformation, privacyAndCompliance } = manifestOf();
    expect(Object.keys(publishingInformation.locales).toSorted()).toEqual(locales);
    expect(Object.keys(privacyAndCompliance.locales).toSorted()).toEqual(locales);
    for (const texts of Object.values(publishingInformation.locales)) {
      expect(texts.name).toBe(productName);
      expect(texts.examplePhrases.filter((phrase) => !phrase.startsWith('Alexa, '))).toEqual([]);
      expect(texts.description).toContain('https://recado.example.com');
    }
  });

  test('has the texts of each language', () => {
    const words = { en: 'routine', es: 'rutina', pt: 'rotina' };
    for (const [locale, { keywords, description }] of Object.entries(manifestOf().publishingInformation.locales)) {
      const spoken = Object.entries(words).filter(([, word]) => keywords.includes(word) && description.includes(word));
      expect(spoken.map(([language]) => language)).toEqual([locale.slice(0, 2)]);
    }
  });

  test('sends people in Europe to the copy there, and everybody else to the first one', () => {
    expect(manifestOf().apis.smartHome).toMatchObject({
      endpoint: { uri: american },
      regions: { NA: { endpoint: { uri: american } }, EU: { endpoint: { uri: european } } },
    });
  });

  test('leaves out the languages of Europe while there is no copy', () => {
    const { publishingInformation, privacyAndCompliance, apis } = manifestOf(inAmericaAlone);
    const remaining = locales.filter((locale) => !['en-GB', 'es-ES'].includes(locale));
    expect(Object.keys(publishingInformation.locales).toSorted()).toEqual(remaining);
    expect(Object.keys(privacyAndCompliance.locales).toSorted()).toEqual(remaining);
    expect(Object.keys(apis.smartHome.regions)).toEqual(['NA']);
  });

  test('asks for the one permission that starting a routine needs', () => {
    expect(manifestOf().permissions).toEqual([{ name: 'alexa::async_event:write' }]);
  });
});

test('accounts are linked through Login with Amazon, by code, for the scope that the website asks for too', () => {
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
    },
  });
});

test('the command line tool updates the skill of the stage and makes no second one', () => {
  expect(files()['ask-resources.json']).toEqual({
    askcliResourcesVersion: '2020-03-31',
    profiles: { default: { skillMetadata: { src: './skill-package' } } },
  });
  expect(files()['.ask/ask-states.json']).toMatchObject({ profiles: { default: { skillId: full.skillId } } });
});

test('nothing is left to fill in, and no secret is in any file', () => {
  const folder = fileURLToPath(new URL('../../infra/skill-package', import.meta.url));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  const sources = paths.map((path) => readFileSync(join(folder, path), 'utf8'));
  const rendered = JSON.stringify(files());
  expect(paths.length).toBe(3);
  expect(rendered).not.toContain('{{');
  for (const text of [...sources, rendered]) {
    // Client secrets and tokens of Amazon, and keys of AWS.
    expect(text).not.toMatch(/clientSecret|amzn1\.oa2-cs|Atz[a-z]\||AKIA|refresh_?token/i);
  }
});

describe('files for a skill are not made', () => {
  const failing: [string, Partial<Parameters<typeof skillPackage>[0]>, string][] = [
    ['without a skill id', { stage: minimal }, 'has no skillId'],
    ['with a secret in the place of the client id', { clientId: 'amzn1.oa2-cs.v1.0000' }, 'The client id'],
    ['before the skill is deployed', { outputs: { ...outputs, 'Recado-full-skill': undefined } }, 'Recado-full-skill:'],
    [
      'with a function of another region',
      { outputs: { ...outputs, 'Recado-full-skill': { SkillFunctionArn: european } } },
      'SkillFunctionArn',
    ],
    [
      'before the copy in Europe is deployed',
      { outputs: { ...outputs, 'Recado-full-skill-europe': {} } },
      'Recado-full-skill-europe: missing or malformed (SkillFunctionArn)',
    ],
  ];
  test.each(failing)('%s', (_case, given, message) => {
    expect(() => skillPackage({ stage: full, outputs, clientId, ...given })).toThrow(message);
  });
});
