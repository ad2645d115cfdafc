import * as z from 'zod/mini';

import { authContract } from '#shared/contracts/auth.ts';

import { accountLinkingFile, manifestFile, type SkillFiles } from './render.ts';

/**
 * The scopes that the website requests from Amazon. Account linking must request the same, because the website passes
 * its authorization code to Alexa.
 */
export const linkingScopes: readonly string[] = ['profile'];

/** The events that the function `skill-events` handles. */
export const handledEvents: readonly string[] = ['SKILL_ENABLED', 'SKILL_ACCOUNT_LINKED', 'SKILL_DISABLED'];

const permissions = ['alexa::async_event:write'];
const iconFolder = 'file://assets/images/';
const iconPixels = { smallIconUri: 108, largeIconUri: 512 } as const;
/** For users of these languages, Alexa calls the function in Europe. */
const europeanLocales: readonly string[] = ['en-GB', 'es-ES'];

const text = (least: number, most: number) => z.string().check(z.minLength(least), z.maxLength(most));
const list = (least: number, most: number, entry: ReturnType<typeof text>) =>
  z.array(entry).check(z.minLength(least), z.maxLength(most));
const secure = z.url({ protocol: /^https$/ });

/** https://developer.amazon.com/docs/smapi/skill-manifest.html */
const storeTexts = z.strictObject({
  name: text(2, 50),
  summary: text(1, 160),
  description: text(1, 4000),
  smallIconUri: z.string(),
  largeIconUri: z.string(),
  examplePhrases: list(1, 3, text(1, 200)),
  keywords: list(0, 30, text(1, 150)),
});
const legalPages = z.strictObject({ privacyPolicyUrl: secure, termsOfUseUrl: secure });
const functionIn = (regions: string) =>
  z.strictObject({
    uri: z.string().check(z.regex(new RegExp(`^arn:aws:lambda:${regions}:\\d{12}:function:[\\w-]+:live$`))),
  });
const place = z.strictObject({ endpoint: functionIn('[a-z0-9-]+') });

const manifestShape = z.strictObject({
  manifestVersion: z.literal('1.0'),
  publishingInformation: z.strictObject({
    category: z.literal('SMART_HOME'),
    distributionMode: z.enum(['PUBLIC', 'PRIVATE']),
    isAvailableWorldwide: z.boolean(),
    distributionCountries: z.array(text(2, 2)),
    testingInstructions: text(1, 4000),
    locales: z.record(z.string(), storeTexts),
  }),
  privacyAndCompliance: z.strictObject({
    allowsPurchases: z.boolean(),
    usesPersonalInfo: z.boolean(),
    isChildDirected: z.boolean(),
    isExportCompliant: z.boolean(),
    containsAds: z.boolean(),
    locales: z.record(z.string(), legalPages),
  }),
  events: z.strictObject({
    endpoint: functionIn('us-east-1'),
    subscriptions: z.array(z.strictObject({ eventName: z.string() })),
  }),
  permissions: z.array(z.strictObject({ name: z.string() })),
  apis: z.strictObject({
    smartHome: z.strictObject({
      protocolVersion: z.literal('3'),
      endpoint: functionIn('us-east-1'),
      regions: z.strictObject({ NA: place, EU: z.optional(place) }),
    }),
  }),
});

/** https://developer.amazon.com/docs/smapi/account-linking-schemas.html */
const accountLinkingShape = z.strictObject({
  accountLinkingRequest: z.strictObject({
    skipOnEnablement: z.literal('false'),
    type: z.literal('AUTH_CODE'),
    authorizationUrl: secure,
    accessTokenUrl: secure,
    accessTokenScheme: z.enum(['HTTP_BASIC', 'REQUEST_BODY_CREDENTIALS']),
    clientId: text(1, 200),
    scopes: z.array(z.string()),
    domains: z.array(z.string()),
    redirectUrls: z.array(z.string()),
  }),
});

const anything = z.record(z.string(), z.unknown());

export type CheckedPackage = {
  files: SkillFiles;
  appUrl: string;
  /** Returns the bytes of a file next to the manifest. */
  read: (path: string) => Uint8Array | undefined;
};

/** Returns a sentence for each problem that Amazon would reject or that users would notice. */
export function packageProblems({ files, appUrl, read }: CheckedPackage): string[] {
  const manifest = at(files[manifestFile], 'manifest');
  const linking = files[accountLinkingFile];
  return [
    ...shapeProblems(manifestFile, manifestShape, manifest),
    ...localeProblems(manifest),
    ...iconProblems(manifest, read),
    ...nameProblems(manifest),
    ...shapeProblems(accountLinkingFile, accountLinkingShape, linking),
    ...linkingProblems(linking, appUrl),
  ];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  const [first, ...rest] = path;
  return first === undefined ? value : at(anything.safeParse(value).data?.[first], ...rest);
}

const entriesAt = (value: unknown, ...path: readonly string[]): [string, unknown][] =>
  Object.entries(anything.safeParse(at(value, ...path)).data ?? {});

/** Returns the entries of a list, or one field of each entry, as strings. */
function textsAt(value: unknown, path: readonly string[], field?: string): string[] {
  const entries: unknown[] = z.array(z.unknown()).safeParse(at(value, ...path)).data ?? [];
  return entries.map((entry) => String(field === undefined ? entry : at(entry, field)));
}

const shapeProblems = (file: string, shape: z.ZodMiniType, value: unknown): string[] =>
  (shape.safeParse(value, { reportInput: true }).error?.issues ?? []).map(
    (issue) => `${file}, ${issue.path.join('.') || 'all of it'}: ${problemText(issue)}`,
  );

function problemText(issue: z.core.$ZodIssue): string {
  const unit = 'origin' in issue && issue.origin === 'string' ? 'characters' : 'entries';
  switch (issue.code) {
    case 'too_big':
      return `has more than ${issue.maximum} ${unit}`;
    case 'too_small':
      return `has fewer than ${issue.minimum} ${unit}`;
    case 'invalid_value':
      return `has to be ${issue.values.map(String).join(' or ')}`;
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which other languages do not have or Amazon does not know`;
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `is no ${issue.expected}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'is not an address that begins with https://'
        : 'does not name a function of AWS here';
    default:
      return 'is wrong';
  }
}

function localeProblems(manifest: unknown): string[] {
  const texts = entriesAt(manifest, 'publishingInformation', 'locales').map(([locale]) => locale);
  const legal = entriesAt(manifest, 'privacyAndCompliance', 'locales').map(([locale]) => locale);
  const inEurope = at(manifest, 'apis', 'smartHome', 'regions', 'EU') !== undefined;
  return [
    ...(texts.length === 0 ? ['There is no language.'] : []),
    ...texts.filter((one) => !/^[a-z]{2}-[A-Z]{2}$/.test(one)).map((one) => `${one} is not a language of Alexa.`),
    ...texts.filter((one) => !legal.includes(one)).map((one) => `${one} has texts, but no legal pages.`),
    ...legal.filter((one) => !texts.includes(one)).map((one) => `${one} has legal pages, but no texts.`),
    ...texts
      .filter((one) => europeanLocales.includes(one) && !inEurope)
      .map((one) => `${one} is offered, but there is no function in Europe.`),
  ];
}

const iconProblems = (manifest: unknown, read: CheckedPackage['read']): string[] =>
  entriesAt(manifest, 'publishingInformation', 'locales').flatMap(([locale, texts]) =>
    Object.entries(iconPixels).flatMap(([field, pixels]) => {
      const uri = z.string().safeParse(at(texts, field)).data;
      const problem = uri === undefined ? undefined : iconProblem(uri, pixels, read);
      return problem === undefined ? [] : [`${locale}, ${field}: ${problem}`];
    }),
  );

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function iconProblem(uri: string, pixels: number, read: CheckedPackage['read']): string | undefined {
  if (!uri.startsWith(iconFolder) || uri.includes('..')) return `${uri} does not begin with ${iconFolder}`;
  const bytes = read(uri.slice('file://'.length));
  if (!bytes) return `${uri} does not exist`;
  if (bytes.length < 24 || pngStart.some((byte, index) => bytes[index] !== byte)) return `${uri} is not a PNG`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === pixels && height === pixels) return undefined;
  return `${uri} is ${width} x ${height} pixels and must be ${pixels} x ${pixels}`;
}

function nameProblems(manifest: unknown): string[] {
  const events = textsAt(manifest, ['events', 'subscriptions'], 'eventName');
  const asked = textsAt(manifest, ['permissions'], 'name');
  return [
    ...events
      .filter((one) => !handledEvents.includes(one))
      .map((one) => `The product does not handle the event ${one}.`),
    ...handledEvents.filter((one) => !events.includes(one)).map((one) => `The event ${one} is not subscribed to.`),
    ...(new Set(events).size < events.length ? ['An event is subscribed to twice.'] : []),
    ...permissions.filter((one) => !asked.includes(one)).map((one) => `The permission ${one} is missing.`),
    ...asked.filter((one) => !permissions.includes(one)).map((one) => `The permission ${one} is not needed.`),
  ];
}

function linkingProblems(linking: unknown, appUrl: string): string[] {
  const scopes = textsAt(linking, ['accountLinkingRequest', 'scopes']);
  const returns = textsAt(linking, ['accountLinkingRequest', 'redirectUrls']);
  const callback = `${appUrl}${authContract.amazonCallback.path}`;
  const saySame = (what: string, found: readonly string[], wanted: readonly string[]): string[] =>
    found.length === wanted.length && wanted.every((one) => found.includes(one))
      ? []
      : [`${accountLinkingFile}, ${what}: is ${found.join(', ') || 'empty'} and must be ${wanted.join(', ')}`];
  return [...saySame('scopes', scopes, linkingScopes), ...saySame('redirectUrls', returns, [callback])];
}
