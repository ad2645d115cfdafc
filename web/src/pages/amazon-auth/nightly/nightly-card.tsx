import { useState } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { receiptName } from '#shared/rules/names.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Switch } from '#web/ui/buttons/switch.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import { NightlyState } from './nightly-state.tsx';
import { NightlySteps } from './nightly-steps.tsx';
import { useNightlyCheck } from './use-nightly-check.ts';

type Shown = 'steps' | 'stop';

/** Switches the nightly check on or off: a trigger that runs every night and whose routine only confirms. */
export function NightlyCard({ amazon, workspaceId }: { amazon: AmazonAuth; workspaceId: number }) {
  const { t } = useTranslation();
  const { check, trigger, switching, change } = useNightlyCheck(workspaceId);
  const [shown, show] = useState<Shown>();
  const dialog = usePresence(shown);
  const isOn = check.data !== undefined && check.data.state !== 'off';
  const name = check.data?.trigger?.name ?? '';
  const close = () => show(undefined);
  const start = () =>
    void change(true).then(
      () => show('steps'),
      () => {},
    );
  const stop = () => void change(false).then(close, close);
  return (
    <div className="mt-4 lg:mt-6" id="nightly-check">
      <Card
        actions={
          check.data && (
            <span className="-my-2 -mr-1">
              <Switch
                busy={switching}
                checked={isOn}
                name={t('nightly.switch')}
                onChange={(on) => (on ? start() : show('stop'))}
              />
            </span>
          )
        }
        title={t('nightly.heading')}
      >
        <p className="max-w-prose text-muted text-pretty">{t('nightly.text')}</p>
        <NotLoaded of={[check]} title={t('nightly.notLoaded')}>
          {check.data ? (
            isOn && (
              <NightlyState amazon={amazon} check={check.data} onShowSteps={() => show('steps')} trigger={trigger} />
            )
          ) : (
            <Skeleton className="mt-4 h-10 w-full max-w-sm" />
          )}
        </NotLoaded>
      </Card>
      {dialog?.value === 'steps' && trigger && (
        <NightlySteps key={dialog.turn} onClose={close} open={dialog.open} trigger={trigger} />
      )}
      {dialog?.value === 'stop' && (
        <ConfirmDialog
          confirmLabel={t('nightly.stop.confirm')}
          description={t('nightly.stop.text', { name, device: receiptName(name) })}
          key={dialog.turn}
          onClose={close}
          onConfirm={stop}
          open={dialog.open}
          pending={switching}
          title={t('nightly.stop.title')}
        />
      )}
    </div>
  );
}
