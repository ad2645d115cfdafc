import { useQuery } from '@tanstack/react-query';

import { type AmazonAuth, amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { queryFor } from './query-for.ts';
import { useCurrentWorkspaceId } from './use-session.ts';

/** In milliseconds. */
export const skillRefreshEvery = 5 * 60 * 1000;
/** Used while the user waits for the skill. */
export const skillPollEvery = 5_000;

/**
 * `every` polls at that interval and also when the tab becomes visible. With `callerShowsError`, the caller shows
 * failures of this read and of the workspace itself.
 */
export function useAmazonAuth(callerShowsError = true, every?: number) {
  const workspaceId = useCurrentWorkspaceId(callerShowsError);
  return useQuery({
    ...queryFor(amazonAuthContract.amazonAuth, { workspaceId }),
    meta: { callerShowsError },
    staleTime: skillRefreshEvery,
    refetchInterval: every ?? skillRefreshEvery,
    refetchOnWindowFocus: every === undefined ? false : 'always',
  });
}

export const isSkillActive = ({ expiresIn, expiresDate }: Pick<AmazonAuth, 'expiresIn' | 'expiresDate'>): boolean =>
  expiresIn !== null && expiresDate !== null;

export type SkillState = 'loading' | 'active' | 'inactive';

export const skillStateOf = (amazon: AmazonAuth | undefined): SkillState => {
  if (!amazon) return 'loading';
  return isSkillActive(amazon) ? 'active' : 'inactive';
};
