import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'wouter';

/** Opens the dialog that the address asks for (`?create`), once a trigger can be created, and tidies the address. */
export function useCreateParameter(isReady: boolean, open: () => void): void {
  const [params, setParams] = useSearchParams();
  const isDue = isReady && params.has('create');
  const show = useEffectEvent(() => {
    open();
    setParams(
      (before) => {
        before.delete('create');
        return before;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isDue) show();
  }, [isDue]);
}
