import { ChevronRight } from 'lucide-react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { CheckList } from '../conditions/check-list.tsx';
import { ConditionsFields } from '../conditions/conditions-fields.tsx';
import type { Draft } from '../conditions/draft.ts';
import { KindChoice } from '../schedule/kind-choice.tsx';
import { ZoneLine } from '../schedule/zone-line.tsx';
import { KeyKinds } from './key-kinds.tsx';
import { startingWith } from './key-wish.ts';
import type { KeyForm } from './use-key-form.ts';

const scopes = ['this', 'some', 'all'] as const;

type KeyFieldsProps = {
  form: KeyForm;
  draft: Draft;
  isNew: boolean;
  workspaceId: number;
  trigger: Trigger | undefined;
  triggers: readonly Trigger[];
};

export function KeyFields({ form, draft, isNew, workspaceId, trigger, triggers }: KeyFieldsProps) {
  const { t } = useTranslation();
  const { fields, set, errors, storedZone, zone } = form;
  const { until: _, ...others } = errors.conditions;
  const hasConditions = [draft.coolDown, draft.hours.length > 0, draft.networks, draft.from].some(Boolean);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      id={form.id}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      {form.failure !== undefined && (
        <Notice live title={t('access.form.failed')} tone="danger">
          {form.failure}
        </Notice>
      )}
      <Field
        error={errors.name}
        hint={t(form.isRead ? 'access.form.nameHintRead' : 'access.form.nameHint')}
        label={t('access.form.name')}
      >
        {(field) => (
          <input
            {...field}
            autoComplete="off"
            className={inputClass}
            onChange={({ target }) => set({ name: target.value })}
            placeholder={t('access.form.namePlaceholder')}
            value={fields.name}
          />
        )}
      </Field>
      {isNew && <KeyKinds onChange={(kind) => set({ kind })} value={fields.kind} />}
      {form.runsChosen && (
        <div className="grid gap-3">
          <p aria-hidden className="text-sm font-medium">
            {t('access.form.triggers')}
          </p>
          <div className="-mt-1.5">
            <KindChoice
              name={t('access.form.triggers')}
              onChange={(scope) => set({ scope })}
              options={(trigger ? scopes : scopes.slice(1)).map((scope) => ({
                value: scope,
                label: t(`access.form.${scope}`),
              }))}
              value={fields.scope}
            />
          </div>
          {fields.scope === 'some' && (
            <CheckList
              error={errors.some}
              onChange={(some) => set({ some })}
              options={startingWith(trigger, triggers).map(({ id, name }) => ({ value: id, label: name }))}
              title={t('access.form.some')}
              titleHidden
              value={fields.some}
            />
          )}
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 gap-y-5 sm:grid-cols-2">
        {!form.isRead && (
          <Field error={errors.uses} hint={t('access.form.usesHint')} label={t('access.form.uses')}>
            {(field) => (
              <input
                {...field}
                autoComplete="off"
                className={inputClass}
                inputMode="numeric"
                onChange={({ target }) => set({ uses: target.value })}
                value={fields.uses}
              />
            )}
          </Field>
        )}
        <Field error={errors.end} hint={t('access.form.endHint', { zone: form.zoneName })} label={t('access.form.end')}>
          {(field) => (
            <input
              {...field}
              className={`${inputClass} min-w-0`}
              onChange={({ target }) => form.change({ ...draft, until: target.value })}
              type="datetime-local"
              value={draft.until}
            />
          )}
        </Field>
      </div>
      {!form.isRead && (
        <details
          className="group rounded-lg border border-border"
          open={hasConditions || Object.keys(others).length > 0}
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-4 font-medium">
            <ChevronRight aria-hidden className="shrink-0 text-subtle group-open:rotate-90" size={16} />
            {t('access.form.conditions')}
          </summary>
          <div className="px-4 pt-2 pb-4">
            <ConditionsFields
              draft={draft}
              of="key"
              onChange={form.change}
              problems={others}
              workspaceId={workspaceId}
              zoneLine={
                <ZoneLine
                  stored={storedZone}
                  unset={t('access.conditions.zoneUnset', { zone: form.zoneName })}
                  zone={zone}
                />
              }
            />
          </div>
        </details>
      )}
    </form>
  );
}
