import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { failureOf, RunState } from '#web/features/runs/run-state.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Switch } from '#web/ui/buttons/switch.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { AlexaFailure } from '../alexa-failure.tsx';
import { AlexaState } from '../alexa-state.tsx';
import { ConditionsLine } from '../conditions/conditions-line.tsx';
import { ReceiptLine } from '../receipts/receipt-line.tsx';
import type { NextLine } from '../schedule/with-plans.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';

type TriggerStateProps = { page: TriggersPageState; trigger: Trigger; nextLine: NextLine };

export function TriggerState({ page, trigger, nextLine }: TriggerStateProps) {
  const { t } = useTranslation();
  const { changes } = page;
  const { id, name } = trigger;
  const progress = changes.progressOf(trigger);
  const lastRun = {
    term: t('triggerDetails.lastRun'),
    value: <RunState progress={progress} trigger={trigger} withTime />,
  };
  return (
    <Card title={t('triggerDetails.state')}>
      <DescriptionList
        items={[
          {
            term: t('triggers.table.enabled'),
            value: (
              <span className="-my-2 -ml-1 block">
                <Switch
                  busy={changes.switching === id}
                  checked={trigger.enabled}
                  name={t('triggers.row.enabled', { name })}
                  onChange={(enabled) => changes.switchOnOff(trigger, enabled)}
                />
              </span>
            ),
          },
          {
            term: t('triggers.table.alexa'),
            value: (
              <>
                <AlexaState alexa={trigger.alexa} />
                <AlexaFailure
                  busy={changes.resyncing === id}
                  onCheck={page.check}
                  onRetry={changes.resync}
                  trigger={trigger}
                />
              </>
            ),
          },
          ...(failureOf(trigger, progress) ? [lastRun] : []),
          {
            term: t('triggers.table.lastRun'),
            value: (
              <>
                <RelativeTime at={trigger.lastExecuted} />
                <ReceiptLine page={page} trigger={trigger} />
              </>
            ),
          },
          {
            term: t('triggerDetails.planned'),
            value: (
              <Changeable
                label={t('triggers.menu.schedule')}
                onChange={() => page.show({ kind: 'schedule', triggerId: id })}
              >
                {nextLine(trigger)}
              </Changeable>
            ),
          },
          {
            term: t('triggerDetails.conditions'),
            value: (
              <Changeable
                label={t('triggers.menu.conditions')}
                onChange={() => page.show({ kind: 'conditions', triggerId: id })}
              >
                {trigger.conditions && <ConditionsLine icon={null} trigger={trigger} />}
              </Changeable>
            ),
          },
          { term: t('triggers.table.created'), value: <RelativeTime at={trigger.createdAt} /> },
        ]}
      />
    </Card>
  );
}

type ChangeableProps = { children: ReactNode; label: string; onChange: () => void };

function Changeable({ children, label, onChange }: ChangeableProps) {
  const { t } = useTranslation();
  return (
    <div className="-mt-1.5 flex items-center justify-between gap-x-3 sm:-mb-1.5">
      <span className="peer min-w-0 empty:hidden">{children}</span>
      <span className="hidden peer-empty:inline">{t('triggerDetails.none')}</span>
      <Button onClick={onChange} size="small" variant="secondary">
        {label}
      </Button>
    </div>
  );
}
