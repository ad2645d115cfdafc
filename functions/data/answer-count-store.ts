import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { answerSteps, stepOf } from '#shared/rules/execution/latency.ts';

import { epochSeconds, parseItems, type ReportUnreadable } from './items/parse-item.ts';
import { answersKey, answersPartition } from './keys.ts';
import { pulseMs } from './pulse-store.ts';
import { queryAll } from './query-all.ts';
import type { Table } from './table.ts';

export type HomeAnswer = {
  /** A number from `homeOf`. */
  home: number;
  as: 'answered' | 'silent';
  /** Only for answers that are published. */
  ms?: number | undefined;
};

/**
 * The counts of five minutes. `published` has the homes whose times count, and the number of answers for each step of
 * `answerSteps`.
 */
export type AnswerCount = {
  at: string;
  answered: number[];
  silent: number[];
  published: { homes: number[]; times: number[] };
};

const keptSeconds = 50 * 3600;

const namesIn = (counts: object, kind: string): number[] =>
  Object.keys(counts)
    .flatMap((name) => new RegExp(`^${kind}(\\d+)$`).exec(name)?.[1] ?? [])
    .map(Number);

const answersItem = z.pipe(
  z.looseObject({ type: z.literal('answers'), at: z.iso.datetime() }),
  z.transform(({ at, ...counts }): AnswerCount => ({
    at,
    answered: namesIn(counts, 'a'),
    silent: namesIn(counts, 's'),
    published: {
      homes: namesIn(counts, 'p'),
      times: answerSteps.map((_, step) => Number(counts[`t${step}`] ?? 0)),
    },
  })),
);

/** Counts answers by home. A home is one of 256 numbers and is stored for two days only. */
export function createAnswerCountStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const query = async (condition: string, value: string): Promise<AnswerCount[]> => {
    const items = await queryAll(table, {
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ':pk': answersPartition, ':value': value },
    });
    return parseItems(answersItem, items, report);
  };

  return {
    /** Retrying after a lost response may count an answer twice, which does not change a published percentile. */
    async add({ home, as, ms }: HomeAnswer): Promise<void> {
      const begin = Math.floor(now().getTime() / pulseMs) * pulseMs;
      const at = new Date(begin).toISOString();
      const mark = as === 'answered' ? `a${home}` : `s${home}`;
      const marks = [mark, ...(ms === undefined ? [] : [`p${home}`])];
      const step = ms === undefined ? undefined : `t${stepOf(ms, answerSteps)}`;
      const set = { type: 'answers', at, expiresAt: epochSeconds(new Date(begin)) + keptSeconds };
      const sets = [...Object.entries(set), ...marks.map((name) => [name, 1] as const)];
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: answersKey(at),
          UpdateExpression:
            `SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')}` + (step ? ` ADD #${step} :one` : ''),
          ExpressionAttributeNames: Object.fromEntries(
            [...sets.map(([name]) => name), ...(step ? [step] : [])].map((name) => [`#${name}`, name]),
          ),
          ExpressionAttributeValues: {
            ...Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
            ...(step && { ':one': 1 }),
          },
        }),
      );
    },

    since: (from: Date): Promise<AnswerCount[]> => query('sk >= :value', from.toISOString()),
    ofDay: (day: string): Promise<AnswerCount[]> => query('begins_with(sk, :value)', day),
  };
}

export type AnswerCountStore = ReturnType<typeof createAnswerCountStore>;
