import { useEffect } from 'react';

import { useConfig } from '../api/use-config.ts';

/** Adds the support chat of this place, if it has one and nothing else has added it; takes it away when unmounted. */
export function SupportWidget() {
  const address = useConfig()?.supportWidgetUrl;

  useEffect(() => {
    if (!address || isLoaded(address)) return undefined;
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    document.body.append(script);
    return () => script.remove();
  }, [address]);

  return null;
}

const isLoaded = (address: string): boolean => Array.from(document.scripts).some(({ src }) => src === address);
