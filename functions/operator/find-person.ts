import { userItem, type UserItem } from '#functions/data/items/user-item.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { wholeTable } from '#functions/data/whole-table.ts';

import { BadArguments } from './bad-arguments.ts';
import type { Operator } from './operator.ts';

/**
 * Finds a user by id or e-mail address. Throws `BadArguments` if several users have the address, because accounts are
 * never merged.
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
  if (!user) throw new BadArguments('No user has this e-mail address.');
  if (others.length > 0) {
    const ids = found.map(({ id, signedInWith }) => `${id} (${signedInWith})`).join(', ');
    throw new BadArguments(`Several users have this e-mail address; use one of these ids: ${ids}.`);
  }
  return user;
}
