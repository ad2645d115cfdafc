import { isEmpty } from '#functions/data/raw-table.ts';

import { BadArguments } from '../bad-arguments.ts';
import type { OperatorCommand } from '../operator.ts';
import { checkedArchive } from './archive.ts';
import { restore } from './restore.ts';

const usage = `<folder> [--replace] --yes

Brings back what export wrote into a folder, or what an export of AWS to S3 did (the folder with manifest-summary.json).
First it reads the folder to its end: one that is damaged or cut off changes nothing. Interrupted, it is run again with
--replace.

Stop the product first, on AWS as docs/restore.md describes: no function may act on a table that is half restored.
Afterwards each linked account tells Alexa all of its devices anew.

  --yes      do it
  --replace  into a table that is not empty: what is in the folder overwrites, and everything else is deleted`;

export const importTable: OperatorCommand = {
  name: 'import',
  about: 'bring back what export wrote',
  usage,
  options: { yes: 'switch', replace: 'switch' },
  words: { min: 1, max: 1 },
  run: async ({ words: [folder = ''], has }, operator) => {
    const { table, say } = operator;
    const { items, exportedAt, table: from } = await checkedArchive(folder);
    say(`${folder} holds ${items} items of ${from}, as of ${exportedAt}.`);
    const replace = has('replace');
    if (!replace && !(await isEmpty(table))) {
      throw new BadArguments(`${table.name} is not empty. With --replace it becomes what the folder holds.`);
    }
    if (!has('yes')) {
      say(`Nothing was done. With --yes ${table.name} becomes that.`);
      return 'done';
    }
    const done = await restore(operator, folder, { replace });
    say(`${done.written} items are in ${table.name}; ${done.leftOut} were of their moment or had run out.`);
    if (replace) say(`${done.deleted} that the folder does not have were deleted.`);
    say(`${done.accounts} linked accounts tell Alexa their devices anew, as soon as the worker runs.`);
    return 'done';
  },
};
