import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import type { StageConfig } from '../config.ts';
import { europeanRegion, homeRegion, liveAlias, stackName } from '../constructs/names.ts';

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const functionIn = (region: string) =>
  matching(new RegExp(`^arn:aws:lambda:${region}:\\d{12}:function:[\\w-]+:${liveAlias}$`));
const europeanOutputs = z.object({ SkillFunctionArn: functionIn(europeanRegion) });
/** The function for skill events is deployed only in the home region. */
const skillOutputs = z.object({
  SkillFunctionArn: functionIn(homeRegion),
  SkillEventsFunctionArn: functionIn(homeRegion),
});
const edgeOutputs = z.object({ AppUrl: z.url({ protocol: /^https$/ }) });
/** Rejects a client secret, which has another prefix. */
const clientIdShape = matching(/^amzn1\.application-oa2-client\.[0-9a-f]+$/);

/** Keys that the manifest has only if the function in Europe is deployed. */
const europeanKeys: readonly string[] = ['en-GB', 'es-ES', 'EU'];

export const manifestFile = 'skill-package/skill.json';
export const accountLinkingFile = 'accountLinking.json';

/** The files that the ASK CLI deploys, by path. */
export type SkillFiles = Readonly<Record<string, unknown>>;

export type SkillPlace = {
  stage: StageConfig;
  /** The content of the file that `cdk deploy --outputs-file` wrote. */
  outputs: unknown;
  /** The client id of the Login with Amazon security profile. */
  clientId: string;
};

export type SkillValues = {
  skillId: string;
  appUrl: string;
  functionArn: string;
  eventsFunctionArn: string;
  /** Undefined if the stage has no function in Europe. The skill then has no European languages. */
  europeanFunctionArn: string | undefined;
  clientId: string;
};

/** Placeholders, to check the package before anything is deployed. */
export const madeUpValues: SkillValues = {
  skillId: 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000',
  appUrl: 'https://app.example.com',
  functionArn: `arn:aws:lambda:${homeRegion}:111122223333:function:made-up:live`,
  eventsFunctionArn: `arn:aws:lambda:${homeRegion}:111122223333:function:made-up:live`,
  europeanFunctionArn: `arn:aws:lambda:${europeanRegion}:111122223333:function:made-up:live`,
  clientId: 'amzn1.application-oa2-client.0',
};

/** Returns the values of a deployed stage, or what is missing or malformed. */
export function skillValues({ stage, outputs, clientId }: SkillPlace): SkillValues | { problems: string[] } {
  const problems: string[] = [];
  const parseNamed = <Value>(what: string, shape: z.ZodMiniType<Value>, value: unknown): Value | undefined => {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    const fields = parsed.error.issues.map(({ path }) => path.join('.')).filter((field) => field !== '');
    problems.push(`${what}: missing or malformed${fields.length > 0 ? ` (${fields.join(', ')})` : ''}.`);
    return undefined;
  };
  if (stage.skillId === undefined) problems.push(`Stage "${stage.name}" has no skillId.`);
  const all = parseNamed('The file of outputs', z.record(z.string(), z.unknown()), outputs);
  const of = <Outputs>(part: string, shape: z.ZodMiniType<Outputs>): Outputs | undefined => {
    const stack = stackName(stage.name, part);
    return all && parseNamed(`The outputs of ${stack}`, shape, all[stack]);
  };
  const edge = of('edge', edgeOutputs);
  const skill = of('skill', skillOutputs);
  const europe = stage.skillInEurope ? of('skill-europe', europeanOutputs) : undefined;
  const client = parseNamed('The client id', clientIdShape, clientId);
  if (stage.skillId === undefined || !edge || !skill || client === undefined || problems.length > 0)
    return { problems };
  return {
    skillId: stage.skillId,
    appUrl: edge.AppUrl,
    functionArn: skill.SkillFunctionArn,
    eventsFunctionArn: skill.SkillEventsFunctionArn,
    europeanFunctionArn: europe?.SkillFunctionArn,
    clientId: client,
  };
}

/** Returns the files with the values filled in. */
export function skillFiles({ skillId, ...values }: SkillValues): SkillFiles {
  const leftOut = values.europeanFunctionArn === undefined ? europeanKeys : [];
  const fillFile = (path: string): unknown =>
    JSON.parse(source(path), (key, value: unknown) => {
      if (leftOut.includes(key)) return undefined;
      return typeof value === 'string' ? fill(value, values) : value;
    });
  return {
    ...Object.fromEntries(sources.map((path) => [path, fillFile(path)])),
    // Without this file, the ASK CLI would create a second skill.
    '.ask/ask-states.json': { askcliStatesVersion: '2020-03-31', profiles: { default: { skillId } } },
  };
}

const sources = ['ask-resources.json', accountLinkingFile, manifestFile];

const source = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const fill = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  // A reviver also visits strings below the keys that it leaves out, so a value may be undefined.
  text.replaceAll(/\{\{(\w+)\}\}/g, (_found, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`There is no value for {{${name}}}.`);
    return values[name] ?? '';
  });
