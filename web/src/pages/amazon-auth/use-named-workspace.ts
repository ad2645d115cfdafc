import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

import { useSwitchWorkspace } from '#web/features/workspaces/use-switch-workspace.ts';

const name = 'id';

/** A mail names the workspace that it is about, which becomes the current one. */
export function useNamedWorkspace(current: number | undefined): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { mutate } = useSwitchWorkspace();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const named = params.get(name);
    if (named === null || current === undefined) return;
    params.delete(name);
    navigate(path + (params.size > 0 ? `?${params.toString()}` : ''), { replace: true });
    const id = Number(named);
    if (Number.isSafeInteger(id) && id > 0 && id !== current) mutate(id);
  }, [search, path, navigate, current, mutate]);
}
