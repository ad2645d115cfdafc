import { rememberAddress, takeAddress } from '#web/platform/remembered-address.ts';

/** State of a history entry of the plan page that a `planLink` added. */
const wanted = 'planWanted';

/**
 * Props of a link to the plans, to which the user returns after the checkout: to the page with the link, unless `path`
 * is given.
 */
export const planLink = (workspaceId: number | undefined, path?: string) => ({
  href: '/subscription',
  onClick: () => rememberAddress('checkout', path, workspaceId),
  state: wanted,
});

export const takePlanOrigin = () => takeAddress('checkout');

/** Forgets the origin of another visit if the plan page was opened from the menu, for example. */
export function forgetOtherPlanOrigin(): void {
  if (window.history.state !== wanted) takePlanOrigin();
}
