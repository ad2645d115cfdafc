import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import { developmentSkillPage } from '#shared/rules/skill-page.ts';

import { readJsonc } from './read-jsonc.ts';
import { settings } from './stage-settings.ts';

// A stack in Europe needs a domain: without one, the app's address is an output of a stack in another region, which it
// cannot import.
const schema = settings.check(
  z.refine(
    ({ skillInEurope, skillId, domain: host }) => !skillInEurope || (skillId !== undefined && host !== undefined),
    {
      error: 'a skill in Europe needs the id of the skill and a domain',
      path: ['skillInEurope'],
    },
  ),
  z.refine(({ skillPage, skillId }) => skillPage === undefined || skillId !== undefined, {
    error: 'the page of a skill needs the id of the skill',
    path: ['skillPage'],
  }),
  z.refine(({ skillEnablement, skillId }) => skillEnablement === undefined || skillId !== undefined, {
    error: 'enabling the skill needs its id',
    path: ['skillEnablement'],
  }),
);

export type StageConfig = { name: string } & z.output<typeof schema>;

/** Throws an error that names the unknown or malformed setting. */
export function parseStage(name: string, given: unknown): StageConfig {
  if (!/^[a-z][a-z0-9]{1,11}$/.test(name)) {
    throw new Error(`"${name}" is not a stage name: 2 to 12 lower-case letters or digits, starting with a letter`);
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return { name, ...parsed.data };
  throw new Error(`The settings of stage "${name}" are wrong: ${parsed.error.issues.map(problemText).join('; ')}`);
}

function problemText(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} ${path && `in ${path} `}is not a setting`;
  return issue.code === 'custom' ? `${path}: ${issue.message}` : `${path} is missing or malformed`;
}

/** Reads the settings of a stage. `overrides` replace those of the file. */
export function readStage(name: string, overrides: Readonly<Record<string, unknown>> = {}): StageConfig {
  const file = new URL(`stages/${name}.jsonc`, import.meta.url);
  if (!existsSync(file)) throw new Error(`There is no stage "${name}": infra/stages/${name}.jsonc is missing`);
  const { name: _name, ...settingsOfFile } = parseStage(name, parseFile(name, readFileSync(file, 'utf8')));
  return parseStage(name, { ...settingsOfFile, ...overrides });
}

function parseFile(name: string, text: string): unknown {
  try {
    return readJsonc(text);
  } catch (cause) {
    throw new Error(`infra/stages/${name}.jsonc is not valid JSON with comments: ${String(cause)}`, { cause });
  }
}

/** Returns where users enable the stage's skill: its ASIN in Amazon's stores, or its page in the Alexa app. */
export const skillPageOf = ({ skillPage, skillId }: StageConfig): string | undefined =>
  skillPage === 'development' && skillId !== undefined ? developmentSkillPage(skillId) : skillPage;
