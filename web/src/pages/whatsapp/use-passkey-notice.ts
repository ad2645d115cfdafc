import { type ComponentType, useEffect, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';

/** Loaded with the page's data. If it cannot be loaded, the page is shown without it. */
const loadNotice = async (): Promise<ComponentType | null> => {
  try {
    const [{ noticeHere }] = await Promise.all([import('./passkey/extension-notice.tsx'), loadPageTexts(['passkey'])]);
    return await noticeHere();
  } catch {
    return null;
  }
};

/** Undefined while searching for the extension that signs with a passkey. */
export function usePasskeyNotice(): ComponentType | null | undefined {
  const [Notice, setNotice] = useState<ComponentType | null>();
  useEffect(() => void loadNotice().then((notice) => setNotice(() => notice)), []);
  return Notice;
}
