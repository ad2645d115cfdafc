import { useEffect } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const product = t('product.name');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
