import { clsx } from 'clsx';
import { useId } from 'react';

import type { GroupChoice } from '#shared/contracts/whatsapp.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FieldError } from '#web/ui/field.tsx';

type GroupChoicesProps = {
  choices: readonly GroupChoice[];
  isLinked: (choice: GroupChoice) => boolean;
  picked: string | undefined;
  onPick: (jid: string) => void;
  error: string | undefined;
};

export function GroupChoices({ choices, isLinked, picked, onPick, error }: GroupChoicesProps) {
  const { t } = useTranslation();
  const id = useId();
  const stuck = choices.every(isLinked);
  return (
    <div className="grid gap-1.5">
      <div
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        aria-label={t('selectGroup.list')}
        className={clsx(
          'max-h-72 divide-y divide-border overflow-y-auto overscroll-contain rounded-sm border',
          error ? 'border-danger' : 'border-control',
        )}
        role="radiogroup"
        // If no option is focusable, the list is, so that it can be scrolled by keyboard.
        tabIndex={stuck ? 0 : undefined}
      >
        {choices.map((choice) => (
          <Choice
            checked={choice.jid === picked}
            choice={choice}
            key={choice.jid}
            linked={isLinked(choice)}
            name={id}
            onPick={onPick}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type ChoiceProps = {
  choice: GroupChoice;
  linked: boolean;
  checked: boolean;
  name: string;
  onPick: (jid: string) => void;
};

function Choice({ choice, linked, checked, name, onPick }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const note = linked
    ? t('selectGroup.alreadyLinked')
    : choice.canPost === true
      ? undefined
      : t('selectGroup.mayNotPost');
  return (
    <label
      className={clsx(
        'flex min-h-11 items-start gap-3 px-3 py-2.5',
        linked ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-hover',
        checked && 'bg-accent-soft',
      )}
      htmlFor={id}
    >
      <input
        aria-describedby={note && `${id}-note`}
        aria-label={choice.name}
        checked={checked}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        disabled={linked}
        id={id}
        name={name}
        onChange={() => onPick(choice.jid)}
        type="radio"
        value={choice.jid}
      />
      <span className="grid min-w-0 gap-0.5">
        <span className={clsx('wrap-anywhere', linked && 'text-muted')}>{choice.name}</span>
        {note && (
          <span className="text-xs text-muted" id={`${id}-note`}>
            {note}
          </span>
        )}
      </span>
    </label>
  );
}
