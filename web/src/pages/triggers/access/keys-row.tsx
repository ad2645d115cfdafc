import { KeyRound } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import { useAccessKeys } from './use-key-changes.ts';

/** Leads to the access keys of a workspace without triggers, whose menus would lead there. */
export function KeysRow({ workspaceId, onShow }: { workspaceId: number; onShow: () => void }) {
  const { t } = useTranslation();
  const { data } = useAccessKeys(workspaceId);
  if (!data || data.accessKeys.length === 0) return null;
  return (
    <section className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 sm:px-6">
      <div className="flex min-w-0 grow basis-72 gap-3">
        <KeyRound aria-hidden className="mt-0.5 shrink-0 text-subtle" size={16} />
        <div className="min-w-0">
          <h2 className="font-medium">{t('machines.keys.heading')}</h2>
          <p className="mt-0.5 max-w-prose text-muted text-pretty">{t('machines.keys.text')}</p>
        </div>
      </div>
      <Button onClick={onShow} size="small" variant="secondary">
        {t('machines.keys.show')}
      </Button>
    </section>
  );
}
