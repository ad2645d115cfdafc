import * as z from 'zod/mini';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { storedConditions } from '#shared/rules/conditions/stored-conditions.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';
import { receiptName, tidyName, triggerNameProblem } from '#shared/rules/names.ts';
import { maxDescriptionLength } from '#shared/text-lengths.ts';

/** The file of a full account is less than half of this. */
export const maxFileBytes = 1_000_000;

const maxRows = 1_000;

const row = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  enabled: z._default(z.boolean(), true),
  receipt: z.optional(z.boolean()),
  conditions: z.optional(z.unknown()),
  people: z.optional(z.boolean()),
});
const file = z.object({ version: z.unknown(), triggers: z.array(z.unknown()) });

export type FileProblem = 'unreadable' | 'tooLarge' | 'notJson' | 'notOurs' | 'otherVersion' | 'empty';

export type ImportRow = {
  name: string;
  description?: string | undefined;
  enabled: boolean;
  /** Its routine confirms runs, which needs a second device. */
  receipt?: boolean | undefined;
  /** Without `people`. */
  conditions?: Conditions;
  /**
   * Only certain group members could run it. Members belong to their workspace, so the trigger is imported disabled.
   */
  people?: true;
  state:
    | 'new'
    | 'exists'
    | 'refused'
    | 'added'
    /** The trigger was added, but its confirmation could not be enabled. */
    | 'unconfirmed';
  reason?: RefusalCode | 'malformed' | 'conditionsUnread';
};

type Settings = Pick<Trigger, 'name' | 'description' | 'enabled' | 'receipt' | 'conditions'>;

/** Omits ids, addresses and people, which belong to their workspace. */
export const fileOf = (triggers: readonly Settings[]): string =>
  JSON.stringify(
    {
      version: 1,
      triggers: triggers.map(({ name, description, enabled, receipt, conditions: { people, ...others } = {} }) => ({
        name,
        ...(description !== undefined && { description }),
        enabled,
        ...(receipt && { receipt: true }),
        ...(Object.keys(others).length > 0 && { conditions: others }),
        ...(people && { people: true }),
      })),
    },
    null,
    2,
  );

/** Returns what an import would do with each trigger of the file. */
export function readFile(
  text: string,
  present: readonly Pick<Trigger, 'name' | 'receipt'>[],
): ImportRow[] | FileProblem {
  const content = parseJson(text);
  if (content === undefined) return 'notJson';
  const { data } = file.safeParse(content);
  if (!data) return 'notOurs';
  if (data.version !== 1) return 'otherVersion';
  if (data.triggers.length === 0) return 'empty';
  if (data.triggers.length > maxRows) return 'tooLarge';
  const taken = new Set(present.map(({ name }) => normaliseCommand(name)));
  const confirming = new Set(present.flatMap(({ name, receipt }) => (receipt ? receiptKeyOf(name) : [])));
  let room = triggersPerAmazonAccount - taken.size - confirming.size;
  return data.triggers.map((given): ImportRow => {
    const read = row.safeParse(given).data;
    if (!read) return { name: nameIn(given), enabled: true, state: 'refused', reason: 'malformed' };
    const ruled = conditionsOf(read);
    if (!ruled) return { name: nameIn(given), enabled: true, state: 'refused', reason: 'conditionsUnread' };
    const one = { ...plain(read), ...ruled };
    const problem = problemOf(one);
    if (problem) return { ...one, state: 'refused', reason: problem };
    const key = normaliseCommand(one.name);
    if (taken.has(key)) return { ...one, state: 'exists' };
    const second = one.receipt ? [receiptKeyOf(one.name)] : [];
    if (confirming.has(key)) return { ...one, state: 'refused', reason: 'trigger.confirmingNameTaken' };
    if (second.some((name) => taken.has(name))) return { ...one, state: 'refused', reason: 'trigger.nameTaken' };
    if (room < 1 + second.length) return { ...one, state: 'refused', reason: 'trigger.limitReached' };
    taken.add(key);
    for (const name of second) confirming.add(name);
    room -= 1 + second.length;
    return { ...one, state: 'new' };
  });
}

const plain = ({ name, conditions: _c, people: _p, ...rest }: z.output<typeof row>) => ({
  ...rest,
  name: tidyName(name),
});

/**
 * Undefined if any part is unknown here: without it, the trigger could run when it must not. The server validates the
 * parts.
 */
function conditionsOf(read: z.output<typeof row>): Pick<ImportRow, 'conditions' | 'people'> | undefined {
  const given = read.conditions ?? {};
  const { data } = storedConditions.safeParse(given);
  // The schema strips unknown parts, so the result is shorter if there are any.
  if (!data || JSON.stringify(data).length < JSON.stringify(given).length) return undefined;
  const { people, ...others } = data;
  return {
    ...(Object.keys(others).length > 0 && { conditions: others }),
    ...((read.people === true || people) && { enabled: false, people: true }),
  };
}

/** The key of the confirmation device. */
const receiptKeyOf = (name: string): string => normaliseCommand(receiptName(name));

function problemOf({ name, description = '' }: Pick<ImportRow, 'name' | 'description'>): RefusalCode | undefined {
  if (Array.from(description).length > maxDescriptionLength) return 'trigger.descriptionTooLong';
  return triggerNameProblem(name);
}

const named = z.object({ name: z.string() });
const nameIn = (given: unknown): string => named.safeParse(given).data?.name.slice(0, 110) ?? '';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
