import { rawPages } from '#functions/data/raw-table.ts';

import type { OperatorCommand } from '../operator.ts';
import { writeArchive } from './archive.ts';

const usage = `<folder>

Writes the whole table to a new folder: items.json.gz in DynamoDB's export format, and manifest.json with count and
checksum. Sealed values stay sealed, so the folder is useful only with the secret "encryption". Names, e-mail addresses and
phone numbers are readable, so protect the folder as you protect the table. Changes during the export may be included only
in part; on AWS, exports of point-in-time recovery are consistent (docs/restore.md).`;

export const exportTable: OperatorCommand = {
  name: 'export',
  about: 'write the whole table to a folder',
  usage,
  options: {},
  words: { min: 1, max: 1 },
  run: async ({ words: [folder = ''] }, { table, now, print }) => {
    const about = { exportedAt: now().toISOString(), table: table.name };
    const { items } = await writeArchive(folder, rawPages(table), about);
    print(`${items} items of ${table.name} are in ${folder}.`);
    return 'done';
  },
};
