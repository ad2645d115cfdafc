import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { dueTimes, type DueTime } from '../../local/clock/due-times.ts';
import { readsDueWork } from '../../local/clock/job-needs.ts';
import { localClient } from '../../local/table/dynamodb.ts';
import { changesOfTables } from './a-table.ts';

let ownClient: DynamoDBClient | undefined;

/**
 * Runs a job like its schedule, but only when work is due for it. Without due work a job only reads empty pages, which
 * was most of the time of tests that let days pass. Reads the due times after every change of a table, by its own
 * client, which neither dies with the process under test nor is counted as its request.
 */
export function dueJobs({ name }: Table, now: () => Date) {
  let known = { changes: Number.NaN, due: [] as DueTime[] };
  return async (job: string, run: () => Promise<unknown>): Promise<void> => {
    const changes = changesOfTables();
    ownClient ??= localClient(inject('dynamodbUrl'));
    if (changes !== known.changes) known = { changes, due: await dueTimes(ownClient, name) };
    const prefixes = readsDueWork[job] ?? [];
    const isDue = known.due.some(
      ({ partition, at }) => at <= now().getTime() && prefixes.some((prefix) => partition.startsWith(prefix)),
    );
    if (isDue) await run();
  };
}
