import * as z from 'zod/mini';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';
import { tidyName, triggerNameProblem } from '#shared/rules/names.ts';
import { maxDescriptionLength } from '#shared/rules/text-lengths.ts';

/** A full account takes less than half of it. */
export const maxFileBytes = 1_000_000;

const maxRows = 1_000;

const row = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
});
const file = z.object({ version: z.unknown(), triggers: z.array(z.unknown()) });

export type FileProblem = 'unreadable' | 'tooLarge' | 'notJson' | 'notOurs' | 'otherVersion' | 'empty';

export type ImportRow = {
  name: string;
  description?: string | undefined;
  enabled: boolean;
  state: 'new' | 'exists' | 'refused' | 'added';
  reason?: RefusalCode | 'malformed';
};

type Settings = Pick<Trigger, 'name' | 'description' | 'enabled'>;

/** Without ids and addresses, which belong to their workspace. */
export const fileOf = (triggers: readonly Settings[]): string =>
  JSON.stringify(
    {
      version: 1,
      triggers: triggers.map(({ name, description, enabled }) => ({
        name,
        ...(description !== undefined && { description }),
        enabled,
      })),
    },
    null,
    2,
  );

/** What an import would do with each trigger of the file. */
export function readFile(text: string, present: readonly Pick<Trigger, 'name'>[]): ImportRow[] | FileProblem {
  const content = parsed(text);
  if (content === undefined) return 'notJson';
  const { data } = file.safeParse(content);
  if (!data) return 'notOurs';
  if (data.version !== 1) return 'otherVersion';
  if (data.triggers.length === 0) return 'empty';
  if (data.triggers.length > maxRows) return 'tooLarge';
  const taken = new Set(present.map(({ name }) => normaliseCommand(name)));
  let room = triggersPerAmazonAccount - present.length;
  return data.triggers.map((given): ImportRow => {
    const read = row.safeParse(given).data;
    if (!read) return { name: nameIn(given), enabled: true, state: 'refused', reason: 'malformed' };
    const one = { ...read, name: tidyName(read.name) };
    const problem = problemOf(one);
    if (problem) return { ...one, state: 'refused', reason: problem };
    const key = normaliseCommand(one.name);
    if (taken.has(key)) return { ...one, state: 'exists' };
    if (room <= 0) return { ...one, state: 'refused', reason: 'trigger.limitReached' };
    taken.add(key);
    room -= 1;
    return { ...one, state: 'new' };
  });
}

function problemOf({ name, description = '' }: z.output<typeof row>): RefusalCode | undefined {
  if (Array.from(description).length > maxDescriptionLength) return 'trigger.descriptionTooLong';
  return triggerNameProblem(name);
}

const named = z.object({ name: z.string() });
const nameIn = (given: unknown): string => named.safeParse(given).data?.name.slice(0, 110) ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
