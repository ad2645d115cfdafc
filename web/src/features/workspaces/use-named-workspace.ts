import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

import { useCurrentWorkspace } from '#web/api/use-session.ts';

import { useSwitchWorkspace } from './use-switch-workspace.ts';

const name = 'id';
/** The subscription page is missing because it shows the named workspace without switching to it. */
const paths: ReadonlySet<string> = new Set(['/activity', '/amazon-auth', '/triggers', '/whatsapp']);
const isOfWorkspace = (path: string): boolean => paths.has(path) || path.startsWith('/triggers/');

/** Returns whether the address still names a workspace, so that the current one may not be the one to show. */
export const useIsSwitching = (): boolean => new URLSearchParams(useSearch()).has(name);

/**
 * Switches to the workspace that the address names (`?id=`), as links in e-mails and the redirect from Amazon do. Then
 * removes the parameter.
 */
export function useNamedWorkspace(): void {
  const named = new URLSearchParams(useSearch()).get(name);
  const [path, navigate] = useLocation();
  const current = useCurrentWorkspace().data?.id;
  const { mutate } = useSwitchWorkspace();
  const asked = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (named === null || current === undefined || !isOfWorkspace(path)) {
      if (named === null) asked.current = undefined;
      return;
    }
    const leave = (): void => {
      if (window.location.pathname !== path) return;
      const params = new URLSearchParams(window.location.search);
      params.delete(name);
      navigate(path + (params.size > 0 ? `?${params.toString()}` : ''), { replace: true });
    };
    const id = Number(named);
    if (!Number.isSafeInteger(id) || id <= 0 || id === current) leave();
    else if (asked.current !== named) {
      asked.current = named;
      mutate(id, { onSettled: leave });
    }
  }, [named, path, navigate, current, mutate]);
}
