import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { checkAddress, type OpenCheck } from '#web/features/frame/trigger-address.ts';

/**
 * Opens the check that the address asks for (`?check=<trigger id>`, `&by=click`), once the list is there, and tidies
 * the address.
 */
export function useCheckParameter(triggers: readonly Trigger[] | undefined, open: OpenCheck): void {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const id = params.get('check');
  // While `?id=` switches the workspace, the list is of the wrong one.
  const trigger = params.has('id') ? undefined : triggers?.find((one) => one.id === id);
  const isReady = trigger !== undefined;
  const byClick = params.get('by') === 'click';
  const show = useEffectEvent(() => {
    if (trigger) open(trigger, byClick);
    const next = new URLSearchParams(window.location.search);
    next.delete('check');
    next.delete('by');
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace: true });
  });
  useEffect(() => {
    if (isReady) show();
  }, [isReady]);
}

/** Also works from a toast that outlives the page or its workspace; it then navigates to the check's address. */
export function useOpenCheck(workspaceId: number | undefined, open: OpenCheck): OpenCheck {
  const [, navigate] = useLocation();
  const shown = useRef<number>(undefined);
  useEffect(() => {
    shown.current = workspaceId;
    return () => {
      shown.current = undefined;
    };
  }, [workspaceId]);
  return (trigger, byClick) =>
    shown.current === trigger.workspaceId ? open(trigger, byClick) : navigate(checkAddress(trigger, byClick));
}
