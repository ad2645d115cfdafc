import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import * as z from 'zod/mini';

import { readStage, type StageConfig } from '../config.ts';
import { europeanRegion, homeRegion, stackName } from '../constructs/names.ts';

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const skillIn = (region: string) =>
  z.object({ SkillFunctionArn: matching(new RegExp(`^arn:aws:lambda:${region}:\\d{12}:function:[\\w-]+$`)) });
const edgeOutputs = z.object({ AppUrl: z.url({ protocol: /^https$/ }) });
/** The secret half begins differently. */
const clientIdShape = matching(/^amzn1\.application-oa2-client\.[0-9a-f]+$/);

/** Offered only where the function in Europe exists. */
const ofEurope: readonly string[] = ['en-GB', 'es-ES', 'EU'];

export type SkillPlace = {
  stage: StageConfig;
  /** As `cdk deploy --outputs-file` wrote it. */
  outputs: unknown;
  /** Of the Login with Amazon security profile. */
  clientId: string;
};

/** The files that the Alexa command line tool deploys, with one stage's values. */
export function skillPackage({ stage, outputs, clientId }: SkillPlace): Record<string, unknown> {
  if (stage.skillId === undefined) throw new Error(`Stage "${stage.name}" has no skillId.`);
  const of = <Outputs>(part: string, shape: z.ZodMiniType<Outputs>): Outputs => outputsOf(outputs, stage, part, shape);
  const values = {
    appUrl: of('edge', edgeOutputs).AppUrl,
    functionArn: of('skill', skillIn(homeRegion)).SkillFunctionArn,
    europeanFunctionArn: stage.skillInEurope ? of('skill-europe', skillIn(europeanRegion)).SkillFunctionArn : '',
    clientId: named('The client id', clientIdShape, clientId),
  };
  const leftOut = stage.skillInEurope ? [] : ofEurope;
  const filled = (path: string): unknown =>
    JSON.parse(source(path), (key, value: unknown) => {
      if (leftOut.includes(key)) return undefined;
      return typeof value === 'string' ? fill(value, values) : value;
    });
  return {
    ...Object.fromEntries(sources.map((path) => [path, filled(path)])),
    // Without it the tool would make a second skill.
    '.ask/ask-states.json': { askcliStatesVersion: '2020-03-31', profiles: { default: { skillId: stage.skillId } } },
  };
}

const sources = ['ask-resources.json', 'accountLinking.json', 'skill-package/skill.json'];

const source = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

function outputsOf<Outputs>(
  outputs: unknown,
  stage: StageConfig,
  part: string,
  shape: z.ZodMiniType<Outputs>,
): Outputs {
  const stack = stackName(stage.name, part);
  const all = named('The file of outputs', z.record(z.string(), z.unknown()), outputs);
  return named(`The outputs of ${stack}`, shape, all[stack]);
}

function named<Value>(what: string, shape: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).filter((field) => field !== '');
  throw new Error(`${what}: missing or malformed${fields.length > 0 ? ` (${fields.join(', ')})` : ''}.`);
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_found, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {{${name}}}.`);
    return value;
  });

function main(): void {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string', default: 'prod' },
      outputs: { type: 'string' },
      'client-id': { type: 'string' },
    },
  });
  const { stage, outputs, 'client-id': clientId } = values;
  if (outputs === undefined || clientId === undefined) {
    throw new Error(
      'Say where things are: --outputs <file of cdk deploy --outputs-file> --client-id <id> [--stage prod]',
    );
  }
  const files = skillPackage({ stage: readStage(stage), outputs: JSON.parse(readFileSync(outputs, 'utf8')), clientId });
  const target = fileURLToPath(new URL(`../../dist/skill-package/${stage}`, import.meta.url));
  rmSync(target, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
  }
  console.log(`Written to ${target}; deploy it from there with "ask deploy".`);
}

if (import.meta.main) main();
