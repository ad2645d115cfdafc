import { isEmpty } from '#functions/data/raw-table.ts';

import { BadArguments } from '../bad-arguments.ts';
import type { OperatorCommand } from '../operator.ts';
import { checkedArchive } from './archive.ts';
import { restore } from './restore.ts';

const usage = `<folder> [--replace] --yes

Restores a folder that export wrote, or an export by AWS to S3 (the folder with manifest-summary.json). It first reads the
whole folder, so a damaged or incomplete one changes nothing. If it is interrupted, run it again with --replace.

Stop the product first (on AWS, see docs/restore.md), because functions must not use a table that is half restored. After
the import, all devices of each linked account are reported to Alexa again.

  --yes      do it
  --replace  overwrite a table that is not empty, and delete all items that are not in the folder`;

export const importTable: OperatorCommand = {
  name: 'import',
  about: 'restore an export',
  usage,
  options: { yes: 'switch', replace: 'switch' },
  words: { min: 1, max: 1 },
  run: async ({ words: [folder = ''], has }, operator) => {
    const { table, print } = operator;
    const { items, exportedAt, table: from } = await checkedArchive(folder);
    print(`${folder} contains ${items} items of ${from}, exported at ${exportedAt}.`);
    const replace = has('replace');
    if (!replace && !(await isEmpty(table))) {
      throw new BadArguments(`${table.name} is not empty. Use --replace to replace its content with the folder.`);
    }
    if (!has('yes')) {
      print(`Nothing was changed. With --yes, they replace the content of ${table.name}.`);
      return 'done';
    }
    const done = await restore(operator, folder, { replace });
    print(`${done.written} items are in ${table.name}; ${done.leftOut} temporary or expired items were skipped.`);
    if (replace) print(`${done.deleted} items that are not in the folder were deleted.`);
    print(`The devices of ${done.accounts} linked accounts are reported to Alexa again as soon as the worker runs.`);
    return 'done';
  },
};
