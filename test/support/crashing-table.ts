import type { Table } from '#functions/data/table.ts';

/** The process died here: nothing that it wanted to do afterwards happens. */
export class Crash extends Error {
  override name = 'Crash';
}

const isWrite = (command: object): boolean =>
  /^(Put|Update|Delete|TransactWrite)Command$/.test(command.constructor.name);

/** The table of a process that dies right after its n-th write. `wrote` tells how many it made. */
export function crashingTable(table: Table, writes: number): Table & { wrote: () => number } {
  let made = 0;
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        if (made >= writes) throw new Crash('The process is dead.');
        if (!isWrite(command)) return target.send(command);
        made += 1;
        const reply = await target.send(command);
        if (made >= writes) throw new Crash('The process died after this write.');
        return reply;
      };
    },
  });
  return { doc, name: table.name, wrote: () => made };
}
