import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

export type KnownAccountDeps = {
  users: { find(userId: string): Promise<UserItem | undefined> };
  links: Pick<AmazonLinkStore, 'findFormer'>;
  grants: Pick<GrantStore, 'findGrant'>;
};

/**
 * Returns the last unlinked account if its skill is still enabled and no workspace is linked to it. Otherwise returns
 * the Amazon account that the user signed in with.
 */
export async function knownAccount(deps: KnownAccountDeps, userId: string): Promise<AmazonAuth['knownAccount']> {
  const [user, former] = await Promise.all([deps.users.find(userId), deps.links.findFormer(userId)]);
  const grant = former && (await deps.grants.findGrant(former.amazonUserId));
  // With `unknownAt`, Alexa does not know the skill although the stored grant is valid.
  if (grant?.state === 'valid' && grant.unknownAt === undefined && grant.workspaceId === undefined) {
    return { ...nameAndEmail(former?.name, former?.email), source: 'detachedGrant' };
  }
  return user?.signedInWith === 'amazon' ? { ...nameAndEmail(user.name, user.email), source: 'signIn' } : undefined;
}

const nameAndEmail = (name: string | undefined, email: string | undefined) => ({
  ...(name && { name }),
  ...(email && { email }),
});
