import { useEffect, useRef } from 'react';

import type { SkillState } from '#web/api/use-amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** Shows a toast only for a real state change while the dialog is open. */
export function useSkillToast(open: boolean, state: SkillState): void {
  const { t } = useTranslation();
  const known = useRef<SkillState>('loading');

  useEffect(() => {
    const before = known.current;
    if (!open) known.current = 'loading';
    else if (state !== 'loading') known.current = state;
    if (!open || state === 'loading' || before === 'loading' || before === state) return;
    if (state === 'active') showToast({ title: t('skill.name'), description: t('amazonAuth.skillInstalled') });
    else
      showToast({
        title: t('amazonAuth.skillNotActivated'),
        description: t('amazonAuth.skillRequired'),
        variant: 'destructive',
      });
  }, [open, state, t]);
}
