import { describeTable } from '#functions/data/describe-table.ts';
import type { Table } from '#functions/data/table.ts';

import { BadArguments } from './bad-arguments.ts';
import type { Target } from './target.ts';

type Place = Pick<Target, 'DATA_REGION' | 'DYNAMODB_ENDPOINT' | 'settings'>;

/** Throws `BadArguments` unless the table exists in the account of the stage. Does not read items. */
export async function checkPlace(table: Table, { DATA_REGION: region, DYNAMODB_ENDPOINT: endpoint, settings }: Place) {
  const look = await describeTable(table);
  if (look.outcome !== 'found') throw new BadArguments(sentences[look.outcome]({ ...look, table: table.name, region }));
  // Other servers than Amazon's have their own accounts.
  if (endpoint === undefined) checkAccount(look.account, settings);
}

export function checkAccount(account: string, settings: Place['settings']): void {
  if (settings?.account === undefined || settings.account === account) return;
  throw new BadArguments(
    `These credentials belong to account ${account}, but stage "${settings.name}" is in ${settings.account}. Nothing was changed.`,
  );
}

type Facts = { why: string; table: string; region: string };

const sentences = {
  noTable: ({ table, region }: Facts) => `There is no table ${table} in ${region} in the account of these credentials.`,
  noCredentials: ({ why }: Facts) =>
    `No usable AWS credentials (${why}): sign in, for example with aws sso login, and set AWS_PROFILE.`,
  refused: ({ why, table }: Facts) => `These credentials may not read table ${table} (${why}).`,
  unreachable: ({ why, region }: Facts) => `AWS in ${region} does not answer (${why}).`,
} as const;
