import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** Pass true for `byClick` after a failed run by click. */
type OpenCheck = (id: string, byClick?: boolean) => void;

/**
 * Opens the check that the address asks for (`?check=<trigger id>`, `&by=click`), once the list is there, and tidies
 * the address.
 */
export function useCheckParameter(isListed: (id: string) => boolean, open: OpenCheck): void {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const id = params.get('check') ?? undefined;
  const ready = id !== undefined && isListed(id);
  const byClick = params.get('by') === 'click';
  const show = useEffectEvent((wanted: string, afterClick: boolean) => {
    open(wanted, afterClick);
    const next = new URLSearchParams(window.location.search);
    next.delete('check');
    next.delete('by');
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace: true });
  });
  useEffect(() => {
    if (ready) show(id, byClick);
  }, [id, ready, byClick]);
}

/** Also works from a toast that outlives the page; it then navigates to the check's address. */
export function useOpenCheck(open: OpenCheck): OpenCheck {
  const [, navigate] = useLocation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (id, byClick) =>
    isHere.current ? open(id, byClick) : navigate(`/triggers?check=${id}${byClick ? '&by=click' : ''}`);
}
