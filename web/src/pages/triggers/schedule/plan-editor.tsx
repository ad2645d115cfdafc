import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import type { PlanChanges, TimeOrRule } from './use-plan-changes.ts';
import { useWhenForm } from './use-when-form.ts';
import { WhenForm } from './when-form.tsx';

/** Minutes and the text key of their button. */
const soon = [
  [15, 'quarter'],
  [60, 'hour'],
] as const;

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

type PlanEditorProps = {
  changes: Pick<PlanChanges, 'save'>;
  triggerId: string;
  zone: string;
  /** Undefined for a new planned run. */
  plan: PlannedRun | undefined;
  startsOpen: boolean;
  onDone: () => void;
};

/** Adds a planned run, with one click for the usual delays, or edits one. */
export function PlanEditor({ changes, triggerId, zone, plan, startsOpen, onDone }: PlanEditorProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(startsOpen);
  const [saving, setSaving] = useState<number>();
  const closeEditor = () => {
    form.discard();
    setOpen(false);
    onDone();
  };
  const save = async (when: TimeOrRule) => {
    await changes.save(when, plan);
    closeEditor();
  };
  const form = useWhenForm({ triggerId, plan, zone, onSave: save });
  const planIn = async (minutes: number) => {
    setSaving(minutes);
    try {
      await save({ at: inMinutes(minutes) });
    } catch (error) {
      const description = errorText(t, error);
      if (!isSessionOver(error)) showToast({ title: t('schedule.errors.create'), description, variant: 'destructive' });
    } finally {
      setSaving(undefined);
    }
  };
  return (
    <div className="grid gap-4">
      {!plan && (
        <div className="flex flex-wrap gap-2">
          {!isOpen && (
            <Button icon={<Plus aria-hidden size={16} />} onClick={() => setOpen(true)} size="small">
              {t('schedule.add')}
            </Button>
          )}
          {soon.map(([minutes, name]) => (
            <Button
              busy={saving === minutes}
              key={name}
              onClick={() => void planIn(minutes)}
              size="small"
              variant="secondary"
            >
              {t(`schedule.in.${name}`)}
            </Button>
          ))}
        </div>
      )}
      {(isOpen || plan) && (
        <WhenForm
          form={form}
          isAnswer={plan !== undefined || !startsOpen}
          label={t(plan ? 'schedule.form.save' : 'schedule.form.add')}
          onCancel={plan || !startsOpen ? closeEditor : undefined}
          title={t(plan ? 'schedule.form.change' : 'schedule.form.new')}
          zone={zone}
        />
      )}
    </div>
  );
}
