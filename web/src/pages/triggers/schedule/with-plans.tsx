import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { NextRunLine } from './next-run-line.tsx';
import { usePlans } from './use-plans.ts';

/** Below a trigger's name. */
export type NextLine = (trigger: Trigger) => ReactNode;

type WithPlansProps = {
  workspaceId: number | undefined;
  /** `isRead`: the planned runs are there, or cannot be had. */
  children: (nextLine: NextLine, isRead: boolean) => ReactNode;
};

/** Loads beside the page, so that its first visit stays small. */
export function WithPlans({ workspaceId, children }: WithPlansProps) {
  const { data, isFetched } = usePlans(workspaceId);
  const lineOf: NextLine = ({ id }) => (
    <NextRunLine plans={data?.plans.filter(({ triggerId }) => triggerId === id) ?? []} timeZone={data?.timeZone} />
  );
  return children(lineOf, isFetched);
}
