import { type ReactNode, useId } from 'react';

import { FieldError } from '#web/ui/field.tsx';

type CheckListProps = {
  title: string;
  /** Set if a text above already shows the title. */
  titleHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
};

/** A group of checkboxes. */
export function CheckList({ title, titleHidden = false, hint, error, options, value, onChange }: CheckListProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={described || undefined} className="grid min-w-0 gap-1.5">
      <legend className={titleHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{title}</legend>
      {options.length > 0 && (
        <div className="flex flex-wrap gap-x-5">
          {options.map((option) => (
            <label
              className="flex min-h-9 min-w-0 cursor-pointer items-center gap-2 coarse:min-h-11"
              key={option.value}
            >
              <input
                aria-invalid={error ? true : undefined}
                checked={value.includes(option.value)}
                className="size-4 shrink-0 accent-(--accent)"
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, option.value] : value.filter((chosen) => chosen !== option.value),
                  )
                }
                type="checkbox"
              />
              <span className="min-w-0 wrap-anywhere">{option.label}</span>
            </label>
          ))}
        </div>
      )}
      {hint && (
        <p className="text-xs text-subtle text-pretty" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
