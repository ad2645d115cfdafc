import { wholeTable } from '#functions/data/whole-table.ts';
import { createWorkspaceStore, workspaceItem, type WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';
import { rotateToken } from '#functions/workspaces/rotate-token.ts';

import { BadArguments } from '../bad-arguments.ts';
import { momentOf } from '../explain/times.ts';
import type { OperatorCommand, Operator } from '../operator.ts';

const usage = `<workspace id> | --everybody [--before <moment>]  [--yes]

Replaces the secret in the webhook addresses of one workspace, or of all, as the button on its page does. Old addresses
stop working immediately. Notify owners first: they see the new address in the app and have to pass it on. The command
needs the secret "encryption" and prints no token.

  --before  replace only tokens that are older than this time (UTC). After an interruption, use the time that was printed`;

export const newToken: OperatorCommand = {
  name: 'new-token',
  about: 'replace the webhook token of a workspace, or of all',
  usage,
  options: { everybody: 'switch', before: 'text', yes: 'switch' },
  words: { min: 0, max: 1 },
  run: async ({ words: [word], has, text }, operator) => {
    const { print, now } = operator;
    if ((word === undefined) !== has('everybody')) throw new BadArguments('Name a workspace, or add --everybody.');
    const given = text('before');
    const before = given === undefined ? now() : momentOf(given, 'UTC', now());
    const old = (await findWorkspaces(operator, word)).filter((one) => madeAt(one) < before);
    if (!has('yes')) {
      print(`The tokens of ${old.length} workspaces would be replaced. Nothing was changed; add --yes to do it.`);
      return 'done';
    }
    print(`Replacing ${old.length} tokens. If this is interrupted, run it again with --before ${before.toISOString()}`);
    await replace(operator, old);
    print(`${old.length} webhook tokens were replaced; their owners see the new addresses in the app.`);
    return 'done';
  },
};

const madeAt = ({ tokenMadeAt, createdAt }: WorkspaceItem): Date => new Date(tokenMadeAt ?? createdAt);

async function findWorkspaces({ table, now }: Operator, word: string | undefined): Promise<WorkspaceItem[]> {
  if (word !== undefined) {
    const workspace = /^[1-9]\d{0,15}$/.test(word) ? await createWorkspaceStore(table).find(Number(word)) : undefined;
    if (!workspace) throw new BadArguments(`There is no workspace "${word}".`);
    return [workspace];
  }
  const found: WorkspaceItem[] = [];
  for await (const page of wholeTable(table, now())) {
    found.push(...page.flatMap((item) => workspaceItem.safeParse(item).data ?? []));
  }
  return found;
}

async function replace({ table, secrets, now }: Operator, workspaces: readonly WorkspaceItem[]): Promise<void> {
  const deps = { seal: createSeal(secrets), workspaces: createWorkspaceStore(table), now };
  // Fails before the first replacement if the secret is missing.
  await deps.seal.currentKey();
  for (const { id, userId } of workspaces) await rotateToken(deps, userId, id);
}
