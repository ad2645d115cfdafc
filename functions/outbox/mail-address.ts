import type { UserItem } from '#functions/data/items/user-item.ts';

/**
 * Returns the user's own address, which their provider confirmed at the last sign-in. Never returns the address of a
 * linked Amazon account, which may belong to another person.
 */
export const mailAddressOf = ({ email }: Pick<UserItem, 'email'>): string | undefined => email || undefined;
