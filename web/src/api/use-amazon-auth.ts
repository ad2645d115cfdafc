import { useQuery } from '@tanstack/react-query';

import { type AmazonAuth, amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { queryFor } from './query-for.ts';
import { useCurrentWorkspaceId } from './use-session.ts';

/** How often the skill's state is asked for, and how old it may get (milliseconds). */
export const skillRefreshEvery = 5 * 60 * 1000;

/**
 * The linked Amazon account of the workspace shown, and its skill. `every` asks more often, and whenever the tab is
 * looked at again, while somebody waits for it. `worded`: the caller says a failure, also that
 * of the workspace, as pages do.
 */
export function useAmazonAuth(worded = true, every?: number) {
  const workspaceId = useCurrentWorkspaceId(worded);
  return useQuery({
    ...queryFor(amazonAuthContract.amazonAuth, { workspaceId }),
    meta: { worded },
    staleTime: skillRefreshEvery,
    refetchInterval: every ?? skillRefreshEvery,
    refetchOnWindowFocus: every === undefined ? false : 'always',
  });
}

/** The skill is active exactly when both are there. */
export const isSkillActive = ({ expiresIn, expiresDate }: Pick<AmazonAuth, 'expiresIn' | 'expiresDate'>): boolean =>
  expiresIn !== null && expiresDate !== null;

/** State of the skill as the shell shows it. */
export type SkillState = 'loading' | 'active' | 'inactive';

export const skillStateOf = (amazon: AmazonAuth | undefined): SkillState => {
  if (!amazon) return 'loading';
  return isSkillActive(amazon) ? 'active' : 'inactive';
};
