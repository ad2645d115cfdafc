import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';

type Names = readonly [name: string, ...details: string[]];

/**
 * Acts once on a parameter that asks for a dialog (`?create`, `?check=<trigger id>`, `?access=<key id>`) when
 * `isReady`, and removes it and its details from the address.
 */
export function useAddressParameter(
  names: Names,
  isReady: (value: string) => boolean,
  act: (params: URLSearchParams) => unknown,
): void {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const value = params.get(names[0]);
  // While `?id=` switches the workspace, the page shows the wrong one.
  const isDue = value !== null && !params.has('id') && isReady(value);
  const show = useEffectEvent(() => {
    act(params);
    const next = new URLSearchParams(window.location.search);
    for (const name of names) next.delete(name);
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace: true });
  });
  useEffect(() => {
    if (isDue) show();
  }, [isDue]);
}
