import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

type KindChoiceProps<Value extends string> = {
  /** Read by screen readers. */
  name: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** A choice of a few options, drawn as segments of a bar. */
export function KindChoice<Value extends string>({ name, value, options, onChange }: KindChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{name}</legend>
      <div className="inline-flex max-w-full rounded-lg border border-border bg-sunken p-1">
        {options.map((option) => (
          <label
            className={clsx(
              'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 text-center text-sm font-medium transition-colors duration-120 select-none coarse:min-h-11 sm:px-4',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'bg-surface text-text shadow-lift ring-1 ring-border'
                : 'text-muted hover:text-text',
            )}
            key={option.value}
          >
            <input
              checked={option.value === value}
              className="sr-only"
              name={group}
              onChange={() => onChange(option.value)}
              type="radio"
              value={option.value}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
