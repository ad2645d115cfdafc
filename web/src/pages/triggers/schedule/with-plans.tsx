import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { NextRunLine } from './next-run-line.tsx';
import { usePlans } from './use-plans.ts';

/** Renders the line below a trigger's name. */
export type NextLine = (trigger: Trigger) => ReactNode;

type WithPlansProps = {
  workspaceId: number | undefined;
  /** `isRead`: the read of the planned runs has succeeded or failed. */
  children: (nextLine: NextLine, isRead: boolean) => ReactNode;
};

/** Loaded separately, so that the first visit of the page stays small. */
export function WithPlans({ workspaceId, children }: WithPlansProps) {
  const { data, isFetched } = usePlans(workspaceId);
  const lineOf: NextLine = ({ id }) => (
    <NextRunLine plans={data?.plans.filter(({ triggerId }) => triggerId === id) ?? []} timeZone={data?.timeZone} />
  );
  return children(lineOf, isFetched);
}
