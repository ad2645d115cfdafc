import { type ComponentType, createElement, lazy, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import type { TextFile } from '#web/i18n/page-texts.ts';

type Source = { texts: readonly TextFile[]; load: () => Promise<ComponentType> };

/**
 * A lazy component that loads with its texts. Once loaded it renders at once, whereas a plain `lazy` shows a gap first.
 */
export function withTexts(source: Source) {
  let here: ComponentType | undefined;
  const load = async () => {
    [here] = await Promise.all([source.load(), loadPageTexts(source.texts)]);
    return here;
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Page() {
    const [Drawn] = useState<ComponentType>(() => here ?? Later);
    return createElement(Drawn);
  }
  return { load, Page };
}
