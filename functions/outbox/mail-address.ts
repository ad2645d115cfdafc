import type { UserItem } from '#functions/data/items/user-item.ts';

/**
 * Where mails to this person go: to their own address, which their provider vouched for at the last sign-in. Never to that
 * of a linked Amazon account, which may be another person's.
 */
export const mailAddressOf = ({ email }: Pick<UserItem, 'email'>): string | undefined => email || undefined;
