import { useEffect, useState } from 'react';

import { formatPhone } from '#web/i18n/formats/phone.ts';

/** Returns the raw number until the formatting library has loaded. */
export function usePhone(text: string | null): string | null {
  const [known, setKnown] = useState<{ text: string; written: string }>();
  useEffect(() => {
    let wanted = true;
    if (text) void formatPhone(text).then((written) => wanted && setKnown({ text, written }));
    return () => {
      wanted = false;
    };
  }, [text]);
  return known && known.text === text ? known.written : text;
}
