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
 * Returns the account that was unlinked last, while its skill is enabled and no workspace has it. Otherwise returns the
 * account of the sign-in.
 */
export async function knownAccount(deps: KnownAccountDeps, userId: string): Promise<AmazonAuth['knownAccount']> {
  const [user, former] = await Promise.all([deps.users.find(userId), deps.links.findFormer(userId)]);
  const grant = former && (await deps.grants.findGrant(former.amazonUserId));
  // With `unknownAt`, Alexa does not know the skill, although the grant is valid.
  if (grant?.state === 'valid' && grant.unknownAt === undefined && grant.workspaceId === undefined) {
    return { ...named(former?.name, former?.email), source: 'detachedGrant' };
  }
  return user?.signedInWith === 'amazon' ? { ...named(user.name, user.email), source: 'signIn' } : undefined;
}

const named = (name: string | undefined, email: string | undefined) => ({
  ...(name && { name }),
  ...(email && { email }),
});
