import type { Table } from '#functions/data/table.ts';

/** Records the IAM actions of each call. `index` stands for a query of the index. */
export function notingTable(table: Table): Table & { actions: () => string[] } {
  const seen = new Set<string>();
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return (command: Parameters<typeof target.send>[0]) => {
        for (const action of actionsOf(command.constructor.name, command.input)) seen.add(action);
        return target.send(command);
      };
    },
  });
  return { doc, name: table.name, actions: () => [...seen].toSorted() };
}

/** A transaction requires the permissions of its parts. */
function actionsOf(command: string, input: object): string[] {
  const name = command.replace(/Command$/, '');
  if ('TransactItems' in input && Array.isArray(input.TransactItems)) {
    return input.TransactItems.flatMap((item: object) => Object.keys(item)).map(asAction);
  }
  if (name === 'Query') return ['IndexName' in input ? 'index' : 'Query'];
  return [asAction(name)];
}

const asAction = (name: string): string => (/Item$|^Scan$/.test(name) ? name : `${name}Item`);
