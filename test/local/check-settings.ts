import * as z from 'zod/mini';

import { readConfig } from '#functions/platform/config.ts';

import { StartProblem } from './problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws an error that names the invalid setting and the reason, but not its value, which may be secret. */
export function checkSettings(environment: Environment): void {
  const secrets = environment['SECRETS_JSON'];
  const problems = [
    ...configProblems(environment),
    ...(secrets !== undefined && !isObject(secrets) ? ['SECRETS_JSON is not a JSON object'] : []),
  ];
  if (problems.length > 0) throw new StartProblem(`${problems.join('; ')}.`);
}

function configProblems(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || !(error.cause instanceof z.core.$ZodError)) throw error;
    return error.cause.issues.map((issue) => {
      const [name = '', ...inside] = issue.path.map(String);
      if (environment[name] === undefined) return `${name} is missing`;
      return `${name} is malformed: ${[...inside, reasonOf(issue)].join(' ')}`;
    });
  }
}

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_format':
      return issue.format === 'url' ? 'is not a URL such as https://example.com' : `does not match ${issue.pattern}`;
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return issue.expected === 'array' ? 'is not a JSON list' : `is not a ${issue.expected}`;
    case 'too_small':
      return `is less than ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
