import * as z from 'zod/mini';

import { isConditionFailed, type Table } from '#functions/data/table.ts';

import { aClient, documentOf } from './a-table.ts';

/** Includes the capacity units that DynamoDB counted. A failed condition costs as much as the write. */
export type Call = { call: string; units: number };

const consumed = z.array(z.object({ CapacityUnits: z.number() }));

/** The table on a connection that counts calls. `take` returns those since its last call. */
export function aCountedTable({ name }: Table) {
  let calls: Call[] = [];
  const doc = documentOf(aClient());
  doc.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const call = commandName.replace('Command', '');
        try {
          const reply = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
          const { output } = reply;
          const used = 'ConsumedCapacity' in output ? consumed.parse([output.ConsumedCapacity].flat()) : [];
          calls.push({ call, units: used.reduce((sum, one) => sum + one.CapacityUnits, 0) });
          return reply;
        } catch (error) {
          if (isConditionFailed(error)) calls.push({ call, units: 1 });
          throw error;
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  const take = (): Call[] => {
    const taken = calls;
    calls = [];
    return taken;
  };
  return { table: { doc, name }, take };
}
