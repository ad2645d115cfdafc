import type { Table } from '#functions/data/table.ts';

/** The simulated process died; nothing after this happens. */
export class Crash extends Error {
  override name = 'Crash';
}

/** Of the document client or of the client beneath it, whose names end in ItemCommand. */
export const isWrite = (commandName: string): boolean =>
  /^(Put|Update|Delete|TransactWrite|BatchWrite)(Items?)?Command$/.test(commandName);

/** Directly after a write or directly before one. */
export type Moment = 'after' | 'before';

/** `death` resolves when the process dies. */
export type CrashingTable = Table & {
  wrote: () => number;
  kill: () => void;
  died: () => boolean;
  death: Promise<void>;
};

/** Simulates a crash at a write. `died` and `death` show it to callers that handle it as a failure of the table. */
export function crashingTable(table: Table, writes: number, moment: Moment = 'after'): CrashingTable {
  let made = 0;
  let killed = false;
  const { promise: death, resolve } = Promise.withResolvers<void>();
  const dies = (how: string): Crash => {
    killed = true;
    resolve();
    return new Crash(how);
  };
  const died = (): boolean => killed || (moment === 'after' && made >= writes);
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        if (died()) throw dies('The process is dead.');
        if (!isWrite(command.constructor.name)) return target.send(command);
        if (moment === 'before' && made >= writes) {
          throw dies('The process died before this write.');
        }
        made += 1;
        const reply = await target.send(command);
        if (died()) throw dies('The process died after this write.');
        return reply;
      };
    },
  });
  return { doc, name: table.name, wrote: () => made, kill: () => void dies('The process was killed.'), died, death };
}
