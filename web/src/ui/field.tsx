import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** 16 px text on touch screens prevents phones from zooming in. */
export const inputClass =
  'control-height w-full rounded-sm border border-control bg-surface px-3 text-base text-text transition-colors duration-120 sm:text-sm coarse:text-base ' +
  'aria-invalid:border-danger disabled:opacity-60 focus-visible:outline-offset-0';

type FieldProps = {
  label: ReactNode;
  labelText?: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (input: {
    id: string;
    'aria-describedby'?: string;
    'aria-invalid'?: true;
    'aria-label'?: string;
  }) => ReactNode;
};

/** Label above, hint and error below, linked to the input for screen readers. */
export function Field({ label, labelText, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const Label = labelText ? 'div' : 'label';
  return (
    <div className="grid gap-1.5">
      <Label className="text-sm font-medium" {...(labelText ? {} : { htmlFor: id })}>
        {label}
      </Label>
      {children({
        id,
        ...(labelText ? { 'aria-label': labelText } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p className="text-xs text-subtle" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-danger" id={id} role="alert">
      <CircleAlert aria-hidden className="mt-0.5 shrink-0" size={16} />
      {children}
    </p>
  );
}
