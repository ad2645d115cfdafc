import { useLocation, useSearchParams } from 'wouter';

/** Whose run history is open, in the address (`?runs=<trigger id>`) beside the list's own search and page. */
export function useHistoryParameter() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const write = (id: string | undefined, replace: boolean) => {
    const next = new URLSearchParams(window.location.search);
    if (id) next.set('runs', id);
    else next.delete('runs');
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace });
  };
  return {
    of: params.get('runs') ?? undefined,
    open: (id: string) => write(id, false),
    close: () => write(undefined, true),
  };
}
