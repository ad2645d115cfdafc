import { rawPages } from '#functions/data/raw-table.ts';

import type { OperatorCommand } from '../operator.ts';
import { writeArchive } from './archive.ts';

const usage = `<folder>

Writes everything in the table into a new folder: items.json.gz in DynamoDB's own format, and manifest.json with count and
checksum. Sealed values stay sealed, so the folder is of use only together with the secret "encryption"; names, e-mail
addresses and phone numbers in it are readable, so keep it as you keep the table. What is written while it reads may be
there by half: on AWS, point-in-time recovery and its exports have no such seam (docs/restore.md).`;

export const exportTable: OperatorCommand = {
  name: 'export',
  about: 'write everything in the table into a folder',
  usage,
  options: {},
  words: { min: 1, max: 1 },
  run: async ({ words: [folder = ''] }, { table, now, say }) => {
    const about = { exportedAt: now().toISOString(), table: table.name };
    const { items } = await writeArchive(folder, rawPages(table), about);
    say(`${items} items of ${table.name} are in ${folder}.`);
    return 'done';
  },
};
