import { type FormEvent, useId, useState } from 'react';

import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { tidyName } from '#shared/rules/names.ts';
import { ApiError } from '#web/api/api-error.ts';
import { refusalText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useDraft } from '#web/features/drafts/use-draft.ts';
import { zoneName } from '#web/features/schedule/time-zones.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { type Draft, draftOf, localOf } from '../conditions/draft.ts';
import { type Problems, readDraft } from '../conditions/read-draft.ts';
import { useFocusOnProblem } from '../conditions/use-focus-on-problem.ts';
import { timesErrorText, useFieldZone } from '../schedule/use-field-zone.ts';
import { chosenIn, type Fields, fieldsOf, howOf, isSame, wrongIn } from './key-wish.ts';
import type { KeyChanges, NewKey } from './use-key-changes.ts';

/** Default validity of a guest page: 48 hours. */
const guestMs = 48 * 3_600_000;

type KeyFormOptions = {
  workspaceId: number;
  /** Undefined only for an existing key. */
  trigger: Trigger | undefined;
  /** All triggers of the workspace. */
  triggers: readonly Trigger[];
  accessKey: AccessKey | undefined;
  changes: KeyChanges;
  onCreated: (accessKey: NewKey) => void;
  onDone: () => void;
};

/** Validates on submit, then on every change. */
export function useKeyForm(options: KeyFormOptions) {
  const { workspaceId, trigger, triggers, accessKey, changes, onCreated, onDone } = options;
  const { t } = useTranslation();
  const now = useMinute();
  const { plans, storedZone, zone, checkTimes } = useFieldZone(workspaceId);
  const own = trigger ? [trigger.id] : [];
  const [first] = useState<Fields>(() => fieldsOf(accessKey, own, triggers));
  // "This one" in a draft means its trigger.
  const of = `${accessKey?.id ?? ''} ${trigger?.id ?? ''}`;
  const [fields, setFields, discardFields] = useDraft(['key', of], () => first);
  const [changed, change, discardConditions] = useDraft<Draft | undefined>(['conditions of key', of], () => undefined);
  const discard = () => {
    discardFields();
    discardConditions();
  };
  const [checked, setChecked] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const id = useId();
  const focusProblem = useFocusOnProblem(id);
  /** A guest page always belongs to one trigger. */
  const isPage = accessKey ? accessKey.page : fields.kind === 'page';
  const isRead = accessKey ? accessKey.right === 'read' : fields.kind === 'read';
  // A workspace without triggers offers none to choose, so the key keeps its deleted triggers.
  const runsChosen = !isPage && !isRead && triggers.length > 0;
  const draft = plans.isFetched ? (changed ?? draftOf(accessKey?.conditions ?? {}, zone)) : undefined;
  // Conditions that were entered before choosing "read only" are ignored.
  const asked = isRead && !accessKey && draft ? { ...draftOf({}, zone), until: draft.until } : draft;
  const uses = isRead && !accessKey ? '' : fields.uses.trim();
  const read = asked && readDraft(asked, zone, now);
  const wrong = { ...wrongIn({ ...fields, uses }), conditions: (read?.problems ?? {}) satisfies Problems };
  const isGood = !wrong.name && !(runsChosen && wrong.some) && !wrong.uses && read?.conditions !== undefined;
  const refused = failure?.error instanceof ApiError ? failure.error.fields : {};
  const isAtField = Object.keys(refused).some((field) => field === 'name' || field === 'conditions.until');

  const send = async () => {
    const conditions = read?.conditions ?? {};
    const count = uses === '' ? undefined : Number(uses);
    const body = { name: tidyName(fields.name), conditions };
    const chosen = runsChosen ? chosenIn(fields, own) : isRead ? 'all' : own;
    await checkTimes(conditions, accessKey?.conditions ?? {});
    if (accessKey) {
      // Unchanged triggers keep their stored value.
      const isNew = runsChosen && !isSame(chosen, chosenIn(first, own));
      await changes.update(accessKey.id, { ...body, uses: count ?? null, ...(isNew && { triggers: chosen }) });
      return onDone();
    }
    const more = { ...howOf[fields.kind], ...(count !== undefined && { uses: count }) };
    onCreated(await changes.create({ ...body, triggers: chosen, ...more }));
  };

  return {
    id,
    discard,
    plans,
    storedZone,
    zone,
    zoneName: zoneName(zone, now),
    fields,
    isRead,
    runsChosen,
    set: (part: Partial<Fields>) => {
      setFields({ ...fields, ...part });
      // A guest page is given away, so it gets an expiry unless one is set.
      if (part.kind === 'page' && draft && !draft.until) change({ ...draft, until: localOf(now + guestMs, zone) });
    },
    draft,
    change,
    isSubmitting,
    errors: {
      name: (checked && wrong.name) || refused['name'] ? refusalText('accessKey.nameInvalid') : undefined,
      some: checked && wrong.some ? t('access.form.noTriggers') : undefined,
      uses: checked && wrong.uses ? t('access.form.usesWrong') : undefined,
      end: endError(),
      conditions: checked ? wrong.conditions : {},
    },
    failure: failure && !isAtField ? timesErrorText(t, failure.error) : undefined,
    submit: async (event: FormEvent) => {
      event.preventDefault();
      if (isSubmitting || !draft) return;
      setChecked(true);
      setFailure(undefined);
      if (!isGood) return focusProblem();
      setSubmitting(true);
      try {
        await send();
        discard();
      } catch (error) {
        if (!isSessionOver(error)) setFailure({ error });
        focusProblem();
      } finally {
        setSubmitting(false);
      }
    },
  };

  function endError(): string | undefined {
    const problem = checked ? wrong.conditions.until : undefined;
    if (problem) return t(`access.conditions.${problem.key}`, { text: '' });
    return refused['conditions.until'] ? refusalText('accessKey.endInvalid') : undefined;
  }
}

export type KeyForm = ReturnType<typeof useKeyForm>;
