import { type ComponentType, createElement, lazy, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import type { TextFile } from '#web/i18n/page-texts.ts';

type Source = { texts: readonly TextFile[]; load: () => Promise<ComponentType> };

/**
 * Returns a lazy component that loads with its texts. Unlike a plain `lazy`, it does not suspend if it is already
 * loaded.
 */
export function withTexts(source: Source) {
  let loaded: ComponentType | undefined;
  const load = async () => {
    [loaded] = await Promise.all([source.load(), loadPageTexts(source.texts)]);
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  function Page() {
    const [Rendered] = useState<ComponentType>(() => loaded ?? Lazy);
    return createElement(Rendered);
  }
  return { load, Page };
}
