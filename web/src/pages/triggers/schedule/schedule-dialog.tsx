import { useRef, useState } from 'react';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { plannedWords, type DisplayContext } from '#web/features/schedule/planned-words.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { PlanEditor } from './plan-editor.tsx';
import { PlannedRunRow } from './planned-run-row.tsx';
import { useFieldZone } from './use-field-zone.ts';
import { usePlanChanges } from './use-plan-changes.ts';
import { usePlannedAnswers } from './use-planned-answers.ts';
import { ZoneLine } from './zone-line.tsx';

type ScheduleDialogProps = { open: boolean; onClose: () => void; trigger: Trigger; page: TriggersPageState };

/** A trigger's planned runs: upcoming ones, the results of the last ones, and a form for new ones. */
export function ScheduleDialog({ open, onClose, trigger, page }: ScheduleDialogProps) {
  const { t, i18n } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, edit] = useState<PlannedRun>();
  const [deleting, askToDelete] = useState<PlannedRun>();
  const question = usePresence(deleting);
  const { plans: read, storedZone, zone, checkZone } = useFieldZone(trigger.workspaceId);
  const changes = usePlanChanges(trigger, checkZone);
  const answerOf = usePlannedAnswers(trigger);
  const { data } = read;
  const where: DisplayContext = { zone, language: asLanguage(i18n.language), now: useMinute() };
  const plans = data?.plans.filter(({ triggerId }) => triggerId === trigger.id);

  const finish = () => {
    edit(undefined);
    heading.current?.focus();
  };

  return (
    <Dialog
      description={t('schedule.lead')}
      footer={
        <Button onClick={onClose} variant="secondary">
          {t('common.close')}
        </Button>
      }
      onClose={onClose}
      open={open}
      startsAtTop
      steady
      title={t('schedule.title', { name: trigger.name })}
      wide
    >
      <div className="grid gap-5">
        {!trigger.enabled && <SwitchedOff page={page} trigger={trigger} />}
        <NotLoaded of={[read]} title={t('schedule.notLoaded')}>
          {plans ? (
            <>
              <ZoneLine stored={storedZone} zone={zone} />
              <section>
                <h3 className="mb-2 w-fit rounded-xs font-semibold" ref={heading} tabIndex={-1}>
                  {t('schedule.planned', { count: plans.length })}
                </h3>
                <ul className="divide-y divide-border">
                  {plans.map((plan) => (
                    <PlannedRunRow
                      answer={plan.last && answerOf(plan.last)}
                      busy={changes.pausing === plan.id}
                      key={plan.id}
                      onCheck={() => page.check(trigger)}
                      onDelete={() => askToDelete(plan)}
                      onEdit={() => edit(plan)}
                      onPause={(paused) => changes.setPaused(plan, paused)}
                      plan={plan}
                      where={where}
                    />
                  ))}
                </ul>
              </section>
              <PlanEditor
                changes={changes}
                key={editing?.id}
                onDone={finish}
                plan={editing}
                startsOpen={plans.length === 0}
                triggerId={trigger.id}
                zone={zone}
              />
            </>
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </NotLoaded>
      </div>
      {question && (
        <ConfirmDialog
          confirmLabel={t('schedule.delete.confirm')}
          description={t('schedule.delete.text', { what: plannedWords(t, question.value, where) })}
          onClose={() => askToDelete(undefined)}
          onConfirm={() => {
            if (editing?.id === question.value.id) edit(undefined);
            const end = () => askToDelete(undefined);
            void changes.remove(question.value).then(end, end);
          }}
          open={question.open}
          pending={changes.removing}
          title={t('schedule.delete.title')}
        />
      )}
    </Dialog>
  );
}

function SwitchedOff({ trigger, page: { changes } }: { trigger: Trigger; page: Pick<TriggersPageState, 'changes'> }) {
  const { t } = useTranslation();
  return (
    <Notice
      actions={
        <Button
          busy={changes.switching === trigger.id}
          onClick={() => changes.switchOnOff(trigger, true)}
          size="small"
          variant="secondary"
        >
          {t('triggers.run.switchOn')}
        </Button>
      }
      title={t('schedule.off')}
      tone="warning"
    />
  );
}
