import { createSealedStore } from '#functions/data/sealed-store.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';

import type { OperatorCommand, Operator } from '../operator.ts';

const usage = `

Counts the sealed values of each encryption key, and shows the current key and the progress of sealing older values with
it. It opens no value. A key without values can be removed from the secret "encryption" (docs/secrets.md).`;

export const keys: OperatorCommand = {
  name: 'keys',
  about: 'which encryption keys are in use, and which can be removed',
  usage,
  options: {},
  words: { min: 0, max: 0 },
  run: async (_, operator) => {
    const { table, secrets, print } = operator;
    const known = await secrets.encryption();
    if (!known) {
      print('The secret "encryption" is not set up, or cannot be read here.');
      return 'notDone';
    }
    const used = await countByKey(operator);
    const names = new Set([...Object.keys(known.keys), ...used.keys()]);
    for (const name of names) print(`  ${describeKey(name, used.get(name) ?? 0, known)}`);
    const status = await createSealedStore(table).findProgress();
    if (status?.key !== known.current)
      print('Sealing with the current key has not started; the job notices a new key within an hour.');
    else
      print(
        status.doneAt === undefined
          ? 'Sealing with the current key is in progress.'
          : `Sealing with the current key finished at ${status.doneAt}.`,
      );
    return [...used.keys()].every((name) => Object.hasOwn(known.keys, name)) ? 'done' : 'notDone';
  },
};

type Known = { current: string; keys: Readonly<Record<string, string>> };

function describeKey(name: string, count: number, { current, keys: all }: Known): string {
  const sealed = `${name}: ${count} values`;
  if (!Object.hasOwn(all, name))
    return `${sealed}, but the secret has no such key, so they cannot be opened. Add it again`;
  if (name === current) return `${sealed}; seals new values`;
  return count === 0 ? `${sealed}; may be removed when no backup needs it` : `${sealed}; still needed`;
}

async function countByKey({ table, secrets }: Operator): Promise<Map<string, number>> {
  const seal = createSeal(secrets);
  const sealed = createSealedStore(table);
  const counts = new Map<string, number>();
  let page = await sealed.page(undefined);
  for (;;) {
    for (const { sealed: value } of page.values) {
      const name = seal.keyOf(value) ?? 'not sealed by us';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (!page.next) return counts;
    page = await sealed.page(page.next);
  }
}
