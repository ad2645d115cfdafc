import { createForgettingStore } from '#functions/data/people/forgetting-store.ts';
import type { StoredItem } from '#functions/data/whole-table.ts';
import { forgetUser } from '#functions/jobs/forget/forget-user.ts';
import { gather, type Belongings } from '#functions/jobs/forget/gather.ts';
import { forgetting } from '#functions/wiring/parts/forgetting.ts';

import { findPerson } from '../find-person.ts';
import type { OperatorCommand, Operator } from '../operator.ts';
import { targetWords } from '../target.ts';

const usage = `<user id or e-mail> [--yes] [--leave-undone]

Deletes a user with all their data. Without --yes, it only lists what would be deleted.

It signs the user out everywhere, unlinks their Amazon accounts (the worker removes the devices from Alexa), disconnects
their WhatsApp numbers, ends subscriptions, unpaid invoices and customers at Stripe, and deletes workspaces, triggers,
groups, history and tokens. After an interruption or a failure of a provider, run it again with the user's id; it resumes.

  --yes           do it; only a backup can restore the data
  --leave-undone  continue even if a device stays in Alexa or a line stays at a WhatsApp gateway`;

export const forget: OperatorCommand = {
  name: 'forget',
  about: 'delete a user with all their data',
  usage,
  options: { yes: 'switch', 'leave-undone': 'switch' },
  words: { min: 1, max: 1 },
  run: async (typed, operator) => {
    const userId = await idOf(operator, typed.words[0] ?? '');
    if (!typed.has('yes')) {
      const known = await createForgettingStore(operator.table).find(userId);
      const since = known?.startedAt ?? operator.now().toISOString();
      printBelongings(operator, userId, await gather(operator, userId, since, known));
      return 'done';
    }
    const deps = { ...operator, ...forgetting(operator), maxWaitMs };
    const result = await forgetUser(deps, userId, { leaveUndone: typed.has('leave-undone') });
    if (result.outcome === 'forgotten') {
      operator.print(`User ${userId} is forgotten; ${result.items} items were deleted.`);
      for (const line of whatStays) operator.print(line);
      return 'done';
    }
    operator.print(`User ${userId} is signed out and switched off, but not deleted yet:`);
    for (const why of result.why) operator.print(`  ${why}`);
    operator.print(`Run it again: npm run ops -- ${['forget', userId, '--yes', ...targetWords(typed)].join(' ')}`);
    operator.print('RUNBOOK.md, "Forget a user", has the fix for each.');
    return 'notDone';
  },
};

const maxWaitMs = 5 * 60_000;

/** The id still finds a user whose deletion was interrupted. */
async function idOf(operator: Operator, word: string): Promise<string> {
  const begun = word.includes('@') ? undefined : await createForgettingStore(operator.table).find(word);
  return begun?.userId ?? (await findPerson(operator, word)).id;
}

const whatStays = [
  'Not deleted: paid invoices at Stripe (kept as long as tax law requires); log lines, which contain ids but no names, and',
  'backups, both until they expire (backups after 35 days, so forget the user again after a restore); hashes of WhatsApp',
  'messages, for two days. The skill stays enabled in the Alexa app until the user disables it; we no longer have a token.',
];

const kinds: Readonly<Record<string, string>> = {
  user: 'the user: name, e-mail address',
  identity: 'sign-in methods',
  session: 'signed-in browsers',
  workspace: 'workspaces, with webhook tokens',
  trigger: 'triggers, with their devices in Alexa',
  run: 'runs in the history',
  link: 'links to Amazon accounts',
  grant: 'permissions to reach Alexa',
  instance: 'WhatsApp numbers',
  group: 'WhatsApp groups',
  groupMessage: 'commands of group members, with their names',
  subscription: 'subscriptions, ended at Stripe with their customers',
  trial: 'markers of used trials',
};

function printBelongings({ print }: Operator, userId: string, { lead, items }: Belongings): void {
  const byType = Map.groupBy(items, (item: StoredItem) => String(item['type']));
  const listed = Object.entries(kinds).filter(([type]) => byType.has(type));
  const others = items.length - listed.reduce((sum, [type]) => sum + (byType.get(type)?.length ?? 0), 0);
  print(`This would be deleted for user ${userId} (${items.length} items):`);
  for (const [type, words] of listed) print(`  ${String(byType.get(type)?.length ?? 0).padStart(6)}  ${words}`);
  if (others > 0) print(`  ${String(others).padStart(6)}  locks, counts and other small items`);
  print(`  workspaces ${list(lead.workspaceIds)}; customers at Stripe ${list(lead.customerIds)}`);
  for (const line of whatStays) print(line);
  print('Nothing was changed. Add --yes to do it.');
}

const list = (ids: readonly (string | number)[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
