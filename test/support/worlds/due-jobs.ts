import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { dueTimes, type DueTime } from '../../local/clock/due-times.ts';
import { dueWorkOf } from '../../local/clock/job-needs.ts';
import { localClient } from '../../local/table/dynamodb.ts';
import { changesOfTables } from './a-table.ts';

let ownClient: DynamoDBClient | undefined;

/**
 * Runs a job like its schedule, but only when work is due for it. For helpers that let days pass: most runs would only
 * read empty pages. A test of the job itself calls the job, which must also do nothing without due work. Reads the due times after every change of a table, by its own
 * client, which neither dies with the process under test nor is counted as its request.
 */
export function dueJobs({ name }: Table, now: () => Date) {
  let known = { changes: Number.NaN, due: [] as DueTime[] };
  return async (job: string, run: () => Promise<unknown>): Promise<void> => {
    const changes = changesOfTables();
    ownClient ??= localClient(inject('dynamodbUrl'));
    if (changes !== known.changes) known = { changes, due: await dueTimes(ownClient, name) };
    const theirs = dueWorkOf(job, known.due);
    if (!theirs) throw new Error(`It is not known which work makes the job ${job} due.`);
    if (theirs.some(({ at }) => at <= now().getTime())) await run();
  };
}
