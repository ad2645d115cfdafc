import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Scrolls a new page to its top. Back and forward keep the position that the browser restores. */
export function ScrollRestoration() {
  const [path] = useLocation();
  const moved = useRef<'back' | 'link'>('link');
  const shown = useRef(path);

  useEffect(() => {
    const note = () => {
      // A Back that only closes an overlay stays on the page.
      if (window.location.pathname !== shown.current) moved.current = 'back';
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (moved.current === 'link') window.scrollTo(0, 0);
    moved.current = 'link';
  }, [path]);

  return null;
}
