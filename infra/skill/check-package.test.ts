import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readSkillEvent } from '#functions/alexa/skill-events/read-skill-event.ts';
import { readConfig } from '#functions/platform/config.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { authContract } from '#shared/contracts/auth.ts';

import { handledEvents, linkingScopes, packageProblems } from './check-package.ts';
import { accountLinkingFile, madeUpValues, manifestFile, skillFiles } from './render.ts';

const { appUrl } = madeUpValues;
const callback = `${appUrl}${authContract.amazonCallback.path}`;
const readOwn = (path: string): Uint8Array => readFileSync(new URL(`skill-package/${path}`, import.meta.url));

type Json = { [key: string]: Json };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
type Change = (manifest: Json, linking: Json) => void;

/** Returns the problems of the package after one change. */
function problemsAfter(change: Change, read: (path: string) => Uint8Array | undefined = readOwn): string[] {
  const files = structuredClone(skillFiles(madeUpValues));
  const [manifest, linking] = [files[manifestFile], files[accountLinkingFile]];
  if (!isJson(manifest) || !isJson(linking)) throw new Error('The package has no manifest or no account linking.');
  change(manifest['manifest'] ?? {}, linking['accountLinkingRequest'] ?? {});
  return packageProblems({ files, appUrl, read });
}

const textsOf = (manifest: Json, locale = 'pt-BR'): Record<string, unknown> =>
  manifest['publishingInformation']?.['locales']?.[locale] ?? {};
const legalOf = (manifest: Json): Record<string, unknown> => manifest['privacyAndCompliance']?.['locales'] ?? {};
const inManifest = (field: string) => `${manifestFile}, ${field}`;
const inTexts = (field: string) => inManifest(`publishingInformation.locales.pt-BR.${field}`);

test('finds no problems in the package', () => {
  expect(problemsAfter(() => undefined)).toEqual([]);
});

describe('a text of the store', () => {
  const longerThan = (most: number) => 'x'.repeat(most + 1);
  const lists = (entries: number) => Array.from({ length: entries }, () => 'Alexa');
  test.each<[string, unknown, string]>([
    ['name', 'R', 'name: has fewer than 2 characters'],
    ['name', longerThan(50), 'name: has more than 50 characters'],
    ['name', undefined, 'name: is missing'],
    ['name', 7, 'name: is no string'],
    ['summary', '', 'summary: has fewer than 1 characters'],
    ['summary', longerThan(160), 'summary: has more than 160 characters'],
    ['description', longerThan(4000), 'description: has more than 4000 characters'],
    ['examplePhrases', [], 'examplePhrases: has fewer than 1 entries'],
    ['examplePhrases', lists(4), 'examplePhrases: has more than 3 entries'],
    ['examplePhrases', ['Alexa', ''], 'examplePhrases.1: has fewer than 1 characters'],
    ['keywords', lists(31), 'keywords: has more than 30 entries'],
    ['keywords', [longerThan(150)], 'keywords.0: has more than 150 characters'],
    ['smallIconUri', undefined, 'smallIconUri: is missing'],
    ['largeIconUri', undefined, 'largeIconUri: is missing'],
  ])('rejects a store text with %s %j', (field, value, said) => {
    const problems = problemsAfter((manifest) => void Object.assign(textsOf(manifest), { [field]: value }));
    expect(problems).toEqual([inTexts(said)]);
  });

  test('rejects a store text that exists in only one language', () => {
    const problems = problemsAfter((manifest) => void Object.assign(textsOf(manifest), { updatesDescription: 'New' }));
    const said = 'has updatesDescription, which other languages do not have or Amazon does not know';
    expect(problems).toEqual([inManifest(`publishingInformation.locales.pt-BR: ${said}`)]);
  });
});

describe('a language', () => {
  test.each<[string, Change, string]>([
    ['without legal pages', (all) => delete legalOf(all)['pt-BR'], 'pt-BR has texts, but no legal pages.'],
    [
      'with only legal pages',
      (all) => void Object.assign(legalOf(all), { 'fr-FR': legalOf(all)['pt-BR'] }),
      'fr-FR has legal pages, but no texts.',
    ],
    [
      'of Europe when there is no function in Europe',
      (all) => {
        delete all['apis']?.['smartHome']?.['regions']?.['EU'];
        delete all['publishingInformation']?.['locales']?.['en-GB'];
        delete legalOf(all)['en-GB'];
      },
      'es-ES is offered, but there is no function in Europe.',
    ],
    [
      'that Alexa does not support',
      (all) => {
        Object.assign(all['publishingInformation']?.['locales'] ?? {}, { português: textsOf(all) });
        Object.assign(legalOf(all), { português: legalOf(all)['pt-BR'] });
      },
      'português is not a language of Alexa.',
    ],
    [
      'with a legal page without https',
      (all) => void Object.assign(legalOf(all)['pt-BR'] ?? {}, { termsOfUseUrl: 'http://app.example.com/terms' }),
      inManifest('privacyAndCompliance.locales.pt-BR.termsOfUseUrl: is not an address that begins with https://'),
    ],
  ])('rejects a language %s', (_case, change, said) => {
    expect(problemsAfter(change)).toEqual([said]);
  });

  test('rejects a package without a language', () => {
    const problems = problemsAfter((all) => {
      Object.assign(all['publishingInformation'] ?? {}, { locales: {} });
      Object.assign(all['privacyAndCompliance'] ?? {}, { locales: {} });
    });
    expect(problems).toEqual(['There is no language.']);
  });
});

describe('an icon', () => {
  const small = 'file://assets/images/small.png';
  const withIcon = (icon: Uint8Array | undefined) => (path: string) =>
    path.endsWith('small.png') ? icon : readOwn(path);
  const sized = (width: number, height: number): Uint8Array => {
    const bytes = new Uint8Array(readOwn('assets/images/small.png'));
    new DataView(bytes.buffer).setUint32(16, width);
    new DataView(bytes.buffer).setUint32(20, height);
    return bytes;
  };
  test.each<[string, Uint8Array | undefined, string]>([
    ['that does not exist', undefined, `${small} does not exist`],
    [
      'that is not a PNG',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      `${small} is not a PNG`,
    ],
    ['that is truncated', sized(108, 108).slice(0, 20), `${small} is not a PNG`],
    ['of another size', sized(512, 512), `${small} is 512 x 512 pixels and must be 108 x 108`],
    ['that is not square', sized(108, 107), `${small} is 108 x 107 pixels and must be 108 x 108`],
  ])('rejects an icon %s in each language', (_case, icon, said) => {
    const problems = problemsAfter(() => undefined, withIcon(icon));
    expect(problems).toHaveLength(7);
    expect(problems).toContain(`pt-BR, smallIconUri: ${said}`);
  });

  test.each(['https://app.example.com/small.png', 'file://assets/images/../../skill.json'])(
    'rejects an icon at %s, which is not deployed with the manifest',
    (uri) => {
      const problems = problemsAfter((all) => void Object.assign(textsOf(all), { largeIconUri: uri }));
      expect(problems).toEqual([`pt-BR, largeIconUri: ${uri} does not begin with file://assets/images/`]);
    },
  );
});

describe('the events', () => {
  const eventsOf = (manifest: Json): unknown[] => z.array(z.unknown()).parse(manifest['events']?.['subscriptions']);
  const subscribe = (manifest: Json, subscriptions: unknown[]): void =>
    void Object.assign(manifest['events'] ?? {}, { subscriptions });
  test.each<[string, Change, string]>([
    [
      'with one that no function handles',
      (all) => subscribe(all, [...eventsOf(all), { eventName: 'SKILL_PERMISSION_CHANGED' }]),
      'The product does not handle the event SKILL_PERMISSION_CHANGED.',
    ],
    [
      'without a required one',
      (all) => subscribe(all, eventsOf(all).slice(0, -1)),
      'The event SKILL_DISABLED is not subscribed to.',
    ],
    [
      'with a duplicate',
      (all) => subscribe(all, [...eventsOf(all), { eventName: 'SKILL_DISABLED' }]),
      'An event is subscribed to twice.',
    ],
    [
      'that are not sent to a function',
      (all) => void Object.assign(all['events']?.['endpoint'] ?? {}, { uri: 'https://app.example.com' }),
      inManifest('events.endpoint.uri: does not name a function of AWS here'),
    ],
  ])('rejects events %s', (_case, change, said) => {
    expect(problemsAfter(change)).toEqual([said]);
  });

  test('subscribes to the events that the function handles', () => {
    const kindOf = (eventName: string): string => {
      const type = `AlexaSkillEvent.${eventName.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, one) => one.toUpperCase())}`;
      return readSkillEvent({ context: { System: { user: { userId: 'user' } } }, request: { type } }).kind;
    };
    expect(handledEvents.map(kindOf)).toEqual(['enabled', 'enabled', 'disabled']);
    expect(kindOf('SKILL_PERMISSION_CHANGED')).toBe('other');
  });
});

describe('the permissions', () => {
  test.each<[string, unknown[], string[]]>([
    ['without the required one', [], ['The permission alexa::async_event:write is missing.']],
    [
      'with an unnecessary one',
      [{ name: 'alexa::async_event:write' }, { name: 'alexa::profile:email:read' }],
      ['The permission alexa::profile:email:read is not needed.'],
    ],
  ])('rejects permissions %s', (_case, permissions, said) => {
    expect(problemsAfter((all) => void Object.assign(all, { permissions }))).toEqual(said);
  });
});

describe('account linking', () => {
  test.each<[string, object, string]>([
    [
      'with other scopes',
      { scopes: ['profile', 'postal_code'] },
      'scopes: is profile, postal_code and must be profile',
    ],
    ['without a scope', { scopes: [] }, 'scopes: is empty and must be profile'],
    [
      'with another return address',
      { redirectUrls: [`${appUrl}/callback`] },
      `redirectUrls: is ${appUrl}/callback and must be ${callback}`,
    ],
    [
      'with a second return address',
      { redirectUrls: [callback, appUrl] },
      `redirectUrls: is ${callback}, ${appUrl} and must be ${callback}`,
    ],
    ['with another grant type', { type: 'IMPLICIT' }, 'accountLinkingRequest.type: has to be AUTH_CODE'],
    [
      'with a token address without https',
      { accessTokenUrl: 'http://api.amazon.com' },
      'accountLinkingRequest.accessTokenUrl: is not an address that begins with https://',
    ],
  ])('rejects account linking %s', (_case, change, said) => {
    const problems = problemsAfter((_all, linking) => void Object.assign(linking, change));
    expect(problems).toEqual([`${accountLinkingFile}, ${said}`]);
  });

  test('requests the same scopes as the website', () => {
    const config = readConfig({ TABLE_NAME: 'table', APP_URL: appUrl, WEBHOOK_URL: appUrl });
    const login = createAmazonLogin({ config, http: () => Promise.reject(new Error('offline')) });
    const asked = new URL(login.authorizeUrl({ clientId: 'id', redirectUri: callback, state: 'state' }));
    expect(asked.searchParams.get('scope')?.split(' ')).toEqual(linkingScopes);
  });
});

test.each<[string, Change]>([
  ['publishingInformation', (all) => delete all['publishingInformation']],
  ['apis', (all) => delete all['apis']],
  ['privacyAndCompliance', (all) => delete all['privacyAndCompliance']],
])('rejects a manifest without %s and does not throw', (part, change) => {
  expect(problemsAfter(change)).toContain(inManifest(`${part}: is missing`));
});

test('reports all problems, not only the first one', () => {
  const problems = problemsAfter((all, linking) => {
    delete textsOf(all)['summary'];
    Object.assign(all, { permissions: [] });
    Object.assign(linking, { scopes: [] });
  });
  expect(problems).toHaveLength(3);
});

test('rejects a package without files and does not throw', () => {
  expect(packageProblems({ files: {}, appUrl, read: readOwn })).toContain(`${manifestFile}, all of it: is missing`);
});
