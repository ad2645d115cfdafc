import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** Opens the check of `?check=<trigger id>` once the list is loaded, and removes the parameter. */
export function useCheckParameter(isListed: (id: string) => boolean, open: (id: string) => void): void {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const id = params.get('check') ?? undefined;
  const ready = id !== undefined && isListed(id);
  const show = useEffectEvent((wanted: string) => {
    open(wanted);
    const next = new URLSearchParams(window.location.search);
    next.delete('check');
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace: true });
  });
  useEffect(() => {
    if (ready) show(id);
  }, [id, ready]);
}

/** Also works from a toast that outlives the page; it then navigates to the check's address. */
export function useOpenCheck(open: (id: string) => void): (id: string) => void {
  const [, navigate] = useLocation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (id) => (isHere.current ? open(id) : navigate(`/triggers?check=${id}`));
}
