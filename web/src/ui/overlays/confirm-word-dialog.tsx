import { useRef, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Field, inputClass } from '../field.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

type Props = Omit<ConfirmDialogProps, 'confirmButton'> & {
  /** The exact word to type, in the current language. */
  word: string;
};

export function ConfirmWordDialog(props: Props) {
  // Remounts on each opening, so that the field is empty.
  return <WordForm key={String(props.open)} {...props} />;
}

function WordForm({ word, children, ...props }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const matches = typed === word;
  const form = 'confirm-word';
  return (
    <ConfirmDialog
      {...props}
      confirmButton={
        <Button
          aria-disabled={!matches || undefined}
          busy={props.pending ?? false}
          form={form}
          variant="danger"
          type="submit"
        >
          {props.confirmLabel}
        </Button>
      }
      focusFirst={props.focusFirst ?? (() => input.current)}
    >
      {children}
      <form
        className={children ? 'mt-5' : ''}
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !props.pending) props.onConfirm();
        }}
      >
        <Field
          label={
            <span className="inline-flex flex-wrap items-center gap-x-1.5">
              {t('common.typeToConfirm')}
              <span className="inline-flex items-center gap-0.5 rounded-xs bg-sunken pl-1.5">
                <code className="font-mono text-sm select-all">{word}</code>
                <CopyButton compact name={t('common.copyWord')} text={word} />
              </span>
            </span>
          }
          labelText={t('common.typeWordToConfirm', { word })}
        >
          {(field) => (
            <input
              {...field}
              autoCapitalize="none"
              autoComplete="off"
              autoCorrect="off"
              className={inputClass}
              onChange={(event) => setTyped(event.target.value)}
              ref={input}
              spellCheck={false}
              value={typed}
            />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  );
}
