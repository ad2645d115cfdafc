import { accountContract } from '#shared/contracts/account.ts';
import { myDataLists, type MyData } from '#shared/contracts/my-data.ts';
import { client } from '#web/api/app-client.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Fetches all parts and downloads them as one file. */
export async function downloadMyData(): Promise<void> {
  const parts: MyData[] = [];
  let cursor: string | undefined;
  do {
    const part = await client.call(accountContract.readMyData, { query: { cursor } }, { allow: 'all' });
    parts.push(part);
    cursor = part.next;
  } while (cursor !== undefined);
  saveFile(JSON.stringify(joinParts(parts), null, 2), `recado-data-${parts[0]?.madeAt.slice(0, 10)}.json`);
}

function joinParts(parts: readonly MyData[]): object {
  const all = parts.map((part): Record<string, unknown[]> => myDataLists.parse(part));
  const names = Object.keys(myDataLists.shape);
  const lists = Object.fromEntries(names.map((name) => [name, all.flatMap((each) => each[name] ?? [])]));
  const { next: _, ...whole } = Object.assign({}, ...parts.toReversed());
  return { ...whole, ...lists };
}
