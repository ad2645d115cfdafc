import type { Table } from '#functions/data/table.ts';

/** The process died here: nothing that it wanted to do afterwards happens. */
export class Crash extends Error {
  override name = 'Crash';
}

const isWrite = (command: object): boolean =>
  /^(Put|Update|Delete|TransactWrite|BatchWrite)Command$/.test(command.constructor.name);

/**
 * The table of a process that dies right after its n-th write, or when killed. `wrote` tells how many it made, `died`
 * whether it got that far, for a process that takes its own end for a failure of the table.
 */
export function crashingTable(
  table: Table,
  writes: number,
): Table & { wrote: () => number; kill: () => void; died: () => boolean } {
  let made = 0;
  let killed = false;
  const died = (): boolean => killed || made >= writes;
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        if (died()) throw new Crash('The process is dead.');
        if (!isWrite(command)) return target.send(command);
        made += 1;
        const reply = await target.send(command);
        if (made >= writes) throw new Crash('The process died after this write.');
        return reply;
      };
    },
  });
  return { doc, name: table.name, wrote: () => made, kill: () => void (killed = true), died };
}
