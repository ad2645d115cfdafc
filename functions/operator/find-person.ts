import { createUserStore, userItem, type UserItem } from '#functions/data/people/user-store.ts';
import { wholeTable } from '#functions/data/whole-table.ts';

import { BadArguments } from './bad-arguments.ts';
import type { Operator } from './operator.ts';

/**
 * Who is meant by an id or an e-mail address. One address may be that of several people, as accounts are never merged;
 * then the id has to say. Throws `BadArguments`.
 */
export async function findPerson({ table, now }: Pick<Operator, 'table' | 'now'>, word: string): Promise<UserItem> {
  if (!word.includes('@')) {
    const user = await createUserStore(table).find(word);
    if (user) return user;
    throw new BadArguments(`There is no user "${word}".`);
  }
  const wanted = word.trim().toLowerCase();
  const found: UserItem[] = [];
  for await (const page of wholeTable(table, now())) {
    for (const item of page) {
      const { data: user } = userItem.safeParse(item);
      if (user?.email?.toLowerCase() === wanted) found.push(user);
    }
  }
  const [user, ...others] = found;
  if (!user) throw new BadArguments('Nobody here has this e-mail address.');
  if (others.length > 0) {
    const ids = found.map(({ id, signedInWith }) => `${id} (${signedInWith})`).join(', ');
    throw new BadArguments(`Several users have this e-mail address; name one of them by its id: ${ids}.`);
  }
  return user;
}
