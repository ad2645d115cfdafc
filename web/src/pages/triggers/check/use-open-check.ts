import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

import { checkAddress, type OpenCheck } from '#web/features/frame/trigger-address.ts';

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
