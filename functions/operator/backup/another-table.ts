import type { EventEmitter } from 'node:events';

import { beginTable, deleteTable, readyTable } from '#functions/data/create-table.ts';
import type { Table } from '#functions/data/table.ts';

/** Includes the index, which may take AWS several minutes. */
const maxSeconds = 300;

/**
 * Runs `work` with an empty table `<table>-rehearsal`, which is deleted in any case, even if the operator interrupts.
 */
export async function inAnotherTable<Result>(
  { doc, name }: Table,
  work: (table: Table) => Promise<Result>,
  signals: Pick<EventEmitter, 'on' | 'off'> = process,
): Promise<Result> {
  const other = { doc, name: `${name}-rehearsal` };
  const interruption = interruptionBy(signals);
  try {
    // An interrupted rehearsal may have left the table behind.
    if (!(await beginTable(doc, other.name, { withStream: false }))) {
      throw new Error(`The table ${other.name} already exists from an earlier drill: delete it.`);
    }
    try {
      const { abortSignal } = interruption;
      const ready = readyTable(doc, other.name, { seconds: maxSeconds, abortSignal });
      await Promise.race([ready, interruption.interrupted]);
      return await Promise.race([work(other), interruption.interrupted]);
    } finally {
      await deleteTable(doc, other.name);
    }
  } finally {
    interruption.close();
  }
}

/** Rejects at the first signal. npm sends the terminal's signal a second time. */
function interruptionBy(signals: Pick<EventEmitter, 'on' | 'off'>) {
  const controller = new AbortController();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  // Handles a rejection between two races; the next race rejects with it.
  interrupted.catch(() => undefined);
  const end = (): void => {
    controller.abort();
    reject(new Error('Interrupted: nothing was verified, and the other table is deleted.'));
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) signals.on(name, end);
  const close = (): void => {
    for (const name of names) signals.off(name, end);
  };
  return { abortSignal: controller.signal, interrupted, close };
}
