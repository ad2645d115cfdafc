import { createSealedStore } from '#functions/data/sealed-store.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';

import type { OperatorCommand, Operator } from '../operator.ts';

const usage = `

Says with which encryption key how much in the table is sealed, which key seals now, and how far sealing anew has come. It
opens nothing. A key that nothing is sealed with may be taken out of the secret "encryption" (docs/secrets.md).`;

export const keys: OperatorCommand = {
  name: 'keys',
  about: 'which encryption keys are in use, and which may go',
  usage,
  options: {},
  words: { min: 0, max: 0 },
  run: async (_, operator) => {
    const { table, secrets, say } = operator;
    const known = await secrets.encryption();
    if (!known) {
      say('The secret "encryption" is not set up, or cannot be read here.');
      return 'notDone';
    }
    const used = await countByKey(operator);
    const names = new Set([...Object.keys(known.keys), ...used.keys()]);
    for (const name of names) say(`  ${describeKey(name, used.get(name) ?? 0, known)}`);
    const status = await createSealedStore(table).findProgress();
    if (status?.key !== known.current)
      say('Sealing anew with the current key has not begun; it notices within an hour.');
    else say(status.doneAt === undefined ? 'Sealing anew is under way.' : `Sealing anew was done at ${status.doneAt}.`);
    return [...used.keys()].every((name) => Object.hasOwn(known.keys, name)) ? 'done' : 'notDone';
  },
};

type Known = { current: string; keys: Readonly<Record<string, string>> };

function describeKey(name: string, count: number, { current, keys: all }: Known): string {
  const sealed = `${name}: ${count} values`;
  if (!Object.hasOwn(all, name)) return `${sealed}, and the secret has no such key: they cannot be opened. Put it back`;
  if (name === current) return `${sealed}; seals now`;
  return count === 0 ? `${sealed}; may be taken out, once no backup needs it` : `${sealed}; still needed`;
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
