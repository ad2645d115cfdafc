import { type SyntheticEvent, useState } from 'react';

import type { Group } from '#shared/contracts/whatsapp.ts';
import { prefixProblem } from '#shared/rules/group-commands/prefix.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { useGroupSettings } from '../use-group-settings.ts';

/** Sets the word or sign that each command of the group begins with. */
export function PrefixForm({ workspaceId, group }: { workspaceId: number; group: Group }) {
  const { t } = useTranslation();
  const settings = useGroupSettings(workspaceId);
  const [typed, type] = useState(group.prefix ?? '');
  const [isInvalid, setInvalid] = useState(false);
  const prefix = typed.trim();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const hasProblem = prefix !== '' && prefixProblem(prefix) !== undefined;
    setInvalid(hasProblem);
    if (hasProblem || settings.changing !== undefined) return;
    const onDone = () => showToast({ title: t(prefix === '' ? 'howTo.prefix.removed' : 'howTo.prefix.saved') });
    settings.change(group, { prefix: prefix === '' ? null : prefix }, onDone);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field
        error={isInvalid ? t('howTo.prefix.invalid') : undefined}
        hint={t('howTo.prefix.hint')}
        label={t('howTo.prefix.label')}
      >
        {(field) => (
          <div className="flex gap-2">
            <input
              {...field}
              autoCapitalize="none"
              autoComplete="off"
              className={`${inputClass} min-w-0 grow`}
              onChange={({ target }) => {
                type(target.value);
                setInvalid(false);
              }}
              value={typed}
            />
            <Button busy={settings.changing !== undefined} type="submit" variant="secondary">
              {t('howTo.prefix.save')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
