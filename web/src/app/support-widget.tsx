import { useEffect } from 'react';

/** Adds the script of the support chat and removes it on unmount. */
export function SupportWidget({ address }: { address: string | undefined }) {
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
