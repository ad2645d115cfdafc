import { type ComponentType, useEffect, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';

/** Loaded with the page's data; without it, the page does without. */
const loadNotice = async (): Promise<ComponentType | null> => {
  try {
    const [{ noticeHere }] = await Promise.all([import('./passkey/extension-notice.tsx'), loadPageTexts(['passkey'])]);
    return await noticeHere();
  } catch {
    return null;
  }
};

/** Undefined while the extension that signs with a passkey is looked for. */
export function usePasskeyNotice(): ComponentType | null | undefined {
  const [Notice, setNotice] = useState<ComponentType | null>();
  useEffect(() => void loadNotice().then((notice) => setNotice(() => notice)), []);
  return Notice;
}
