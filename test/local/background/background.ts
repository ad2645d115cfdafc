import { setTimeout as pause } from 'node:timers/promises';

import type { FunctionRow } from '#infra/functions.ts';

import { failureText, type Invocation } from '../functions/function-host.ts';
import { matches, type EventPattern } from './event-pattern.ts';
import { lambdaRecord } from './stream-event.ts';
import type { Checkpoint, StreamReader } from './stream-reader.ts';

type Settings = {
  rows: readonly Pick<FunctionRow, 'name' | 'source'>[];
  reader: StreamReader;
  filters: readonly EventPattern[];
  invoke: (name: string, event: unknown) => Promise<Invocation>;
  save: (checkpoint: Checkpoint) => Promise<void>;
  /** Receives the records that passed the filters. */
  brought?: (records: readonly object[]) => void;
};

/** The stream with its filters. */
export type Background = {
  /** Reads the stream immediately instead of waiting for the next interval. */
  nudge: () => void;
  /** Starts nothing until `resume`. Work in progress is finished first. */
  pause: () => Promise<void>;
  resume: () => void;
  isPaused: () => boolean;
  /** Processes the stream until it is empty, even while paused. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

const idleMs = 500;
const batchSize = 100;
const attempts = 3;

export function runBackground(settings: Settings): Background {
  const streamFunctions = settings.rows.filter((row) => row.source === 'stream').map((row) => row.name);
  const stop = new AbortController();
  let paused = false;
  let wake = (): void => {};
  let current: Promise<unknown> = Promise.resolve();

  /** Never runs twice at the same time. Returns the number of new records. */
  function round(): Promise<number> {
    const next = current.then(readOnce);
    current = next.catch(() => undefined);
    return next;
  }

  async function readOnce(): Promise<number> {
    const records = await settings.reader.read();
    const wanted = records
      .map((record) => lambdaRecord(record, 'arn:aws:dynamodb:local:stream'))
      .filter((record) => settings.filters.some((filter) => matches(filter, record)));
    if (wanted.length > 0) settings.brought?.(wanted);
    for (let at = 0; at < wanted.length; at += batchSize) {
      const event = { Records: wanted.slice(at, at + batchSize) };
      await Promise.all(streamFunctions.map((name) => deliver(name, event)));
    }
    if (records.length > 0) await settings.save(settings.reader.checkpoint());
    return records.length;
  }

  async function deliver(name: string, event: object): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const invocation = await settings.invoke(name, event);
      if (invocation.ok) return;
      console.error(`On a stream batch (attempt ${attempt} of ${attempts}), ${failureText(name, invocation.error)}`);
    }
  }

  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      const news = paused ? 0 : await round().catch(complain);
      if (news > 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const complain = async (error: unknown): Promise<number> => {
    if (!stop.signal.aborted) console.error('The stream could not be read:', error);
    await pause(idleMs);
    return 0;
  };

  const following = follow();
  return {
    nudge: () => wake(),
    async pause() {
      paused = true;
      await current;
    },
    resume() {
      paused = false;
      wake();
    },
    isPaused: () => paused,
    async drain() {
      while ((await round()) > 0);
    },
    async close() {
      stop.abort();
      wake();
      await following;
    },
  };
}
