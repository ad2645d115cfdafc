import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { readStage, type StageConfig } from '../config.ts';
import { packageProblems } from './check-package.ts';
import { nextSteps } from './next-steps.ts';
import { madeUpValues, skillFiles, skillValues, type SkillFiles, type SkillValues } from './render.ts';

const usage = `Usage: npm run skill -- --stage <stage> [--outputs <file of cdk deploy --outputs-file> --client-id <id>]

Checks the skill package for Amazon's store. With outputs and client id (of the Login with Amazon security profile)
it also writes the package of the stage, and prints the next steps.`;

type Given = { stage: string; outputs: string | undefined; clientId: string | undefined };
type Out = {
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Contains a folder for each stage. */
  folder: string;
};

/** Returns the exit code. Needs no network. */
export function runSkill(args: readonly string[], { print, printError, folder }: Out): number {
  const given = read(args);
  const result = typeof given === 'string' ? { problems: [given, '', usage] } : prepare(given);
  if ('problems' in result) {
    for (const problem of result.problems) printError(problem);
    return 1;
  }
  const { stage, values } = result;
  if (!values) {
    print('The package is valid. Nothing was written.');
    print(
      stage.skillId === undefined
        ? 'Next: create the skill, and give the stage its skillId (infra/skill/README.md).'
        : usage,
    );
    return 0;
  }
  const target = join(folder, stage.name);
  write(target, skillFiles(values));
  for (const line of nextSteps({ stage, values, target: relative(process.cwd(), target) })) print(line);
  return 0;
}

function read(args: readonly string[]): Given | string {
  const options = { stage: { type: 'string' }, outputs: { type: 'string' }, 'client-id': { type: 'string' } } as const;
  try {
    const { stage, outputs, 'client-id': clientId } = parseArgs({ args: [...args], options }).values;
    if (stage === undefined) return '--stage is missing.';
    if ((outputs === undefined) !== (clientId === undefined)) return '--outputs and --client-id belong together.';
    return { stage, outputs, clientId };
  } catch (error) {
    return messageOf(error);
  }
}

type Prepared = { problems: readonly string[] } | { stage: StageConfig; values: SkillValues | undefined };

function prepare({ stage: name, outputs, clientId }: Given): Prepared {
  try {
    const stage = readStage(name);
    const deployed = outputs !== undefined && clientId !== undefined;
    const values = deployed ? skillValues({ stage, outputs: readJson(outputs), clientId }) : madeUpValues;
    const wrong = 'problems' in values ? values.problems : [];
    const made = 'problems' in values ? madeUpValues : values;
    const problems = [...wrong, ...packageProblems({ files: skillFiles(made), appUrl: made.appUrl, read: readAsset })];
    return problems.length > 0 ? { problems } : { stage, values: deployed ? made : undefined };
  } catch (error) {
    return { problems: [messageOf(error)] };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
}

const besideManifest = (path: string): string => fileURLToPath(new URL(`skill-package/${path}`, import.meta.url));

function readAsset(path: string): Uint8Array | undefined {
  const file = besideManifest(path);
  return existsSync(file) ? readFileSync(file) : undefined;
}

function write(target: string, files: SkillFiles): void {
  rmSync(target, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
  }
  cpSync(besideManifest('assets'), join(target, 'skill-package/assets'), { recursive: true });
}
