import { type SyntheticEvent, useRef, useState } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useDraft } from '#web/features/drafts/use-draft.ts';
import { dialledPhone } from '#web/i18n/formats/phone.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

type EnterNumberProps = {
  workspaceId: number;
  busy: boolean;
  error: unknown;
  /** `phone` starts with a plus. */
  onCode: (phone: string) => void;
  onQrCode: () => void;
};

/** Asks for the number of the phone that gets a code to type. */
export function EnterNumber({ workspaceId, busy, error, onCode, onQrCode }: EnterNumberProps) {
  const { t } = useTranslation();
  const [typed, type] = useDraft(['pairing', workspaceId], () => '');
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    const phone = await dialledPhone(typed);
    setInvalid(phone === undefined);
    if (phone === undefined) input.current?.focus();
    else onCode(phone);
  };
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
      {error !== undefined && (
        <Notice live title={t('pairing.failedTitle')} tone="danger">
          {errorText(t, error)}
        </Notice>
      )}
      <Field
        error={isInvalid ? t('pairing.number.invalid') : undefined}
        hint={t('pairing.number.hint')}
        label={t('pairing.number.label')}
      >
        {(field) => (
          <input
            {...field}
            autoComplete="tel"
            className={inputClass}
            inputMode="tel"
            onChange={({ target }) => {
              type(target.value);
              setInvalid(false);
            }}
            ref={input}
            type="tel"
            value={typed}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <Button busy={busy} type="submit">
          {t('pairing.number.submit')}
        </Button>
        <Button variant="ghost" onClick={onQrCode}>
          {t('pairing.byQrCode')}
        </Button>
      </div>
    </form>
  );
}
