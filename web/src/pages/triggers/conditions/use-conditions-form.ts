import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useDraft } from '#web/features/drafts/use-draft.ts';
import { zoneName } from '#web/features/schedule/time-zones.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { timesErrorText, useFieldZone } from '../schedule/use-field-zone.ts';
import { type Draft, draftOf } from './draft.ts';
import { type Problems, readDraft } from './read-draft.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

/** Validates on submit, then on every change. */
export function useConditionsForm(trigger: Trigger, onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const now = useMinute();
  const { plans, storedZone, zone, checkTimes } = useFieldZone(trigger.workspaceId);
  const [changed, change, discard] = useDraft<Draft | undefined>(['conditions', trigger.id], () => undefined);
  const [checked, setChecked] = useState(false);
  const [doing, setDoing] = useState<'save' | 'takeOff'>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const id = useId();
  const focusProblem = useFocusOnProblem(id);
  const update = useMutation(mutationFor(triggersContract.updateTrigger, { allow: 'all' }));
  const stored = trigger.conditions ?? {};
  // The fields wait for the workspace's time zone, because their times are in it.
  const draft = plans.isFetched ? (changed ?? draftOf(stored, zone)) : undefined;
  const read = draft && readDraft(draft, zone, now);
  const problems: Problems = (checked && read?.problems) || {};

  const send = async (conditions: Conditions, what: 'save' | 'takeOff') => {
    if (doing !== undefined) return;
    setFailure(undefined);
    setDoing(what);
    try {
      await checkTimes(conditions, stored);
      await update.mutateAsync({ workspaceId: trigger.workspaceId, params: { id: trigger.id }, body: { conditions } });
      await refresh(queries, ['/api/triggers', '/api/plans', '/api/workspaces']);
      showToast({ title: t(isNone(conditions) ? 'access.conditions.takenOff' : 'access.conditions.saved') });
      discard();
      onDone();
    } catch (error) {
      if (!isSessionOver(error)) setFailure({ error });
    } finally {
      setDoing(undefined);
    }
  };

  return {
    id,
    discard,
    plans,
    storedZone,
    zone,
    zoneName: zoneName(zone, now),
    draft,
    change,
    problems,
    failure: failure && timesErrorText(t, failure.error),
    isSubmitting: doing === 'save',
    isRemoving: doing === 'takeOff',
    hasStored: !isNone(stored),
    submit: async (event: FormEvent) => {
      event.preventDefault();
      if (!read) return;
      setChecked(true);
      if (read.conditions) await send(read.conditions, 'save');
      else focusProblem();
    },
    takeOff: () => send({}, 'takeOff'),
  };
}

const isNone = (conditions: Conditions): boolean => Object.keys(conditions).length === 0;
