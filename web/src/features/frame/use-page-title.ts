import { useEffect } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const product = t('product.name');
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${product}`;
  }, [title, product]);
}
