import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';

const MachinesDialog = lazy(async () => {
  const [{ MachinesDialog: Dialog }] = await Promise.all([
    import('./machines-dialog.tsx'),
    loadPageTexts(['snippets']),
  ]);
  return { default: Dialog };
});

/** Explains how Home Assistant and uptime tools can read whether everything works. */
export function MachinesRow({ page }: { page: Pick<TriggersPageState, 'current' | 'onCopyRefused'> }) {
  const { t } = useTranslation();
  const [shown, show] = useState<'shown'>();
  const dialog = usePresence(shown);
  return (
    <section className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 sm:px-6">
      <div className="flex min-w-0 grow basis-72 gap-3">
        <CircleCheck aria-hidden className="mt-0.5 shrink-0 text-subtle" size={16} />
        <div className="min-w-0">
          <h2 className="font-medium">{t('machines.heading')}</h2>
          <p className="mt-0.5 max-w-prose text-muted text-pretty">{t('machines.text')}</p>
        </div>
      </div>
      <Button onClick={() => show('shown')} size="small" variant="secondary">
        {t('machines.show')}
      </Button>
      {dialog && (
        <Suspense>
          <MachinesDialog key={dialog.turn} onClose={() => show(undefined)} open={dialog.open} page={page} />
        </Suspense>
      )}
    </section>
  );
}
