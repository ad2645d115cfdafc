import { clsx } from 'clsx';

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  name: string;
  busy?: boolean;
};

export function Switch({ checked, onChange, name, busy = false }: SwitchProps) {
  return (
    <button
      aria-busy={busy || undefined}
      aria-checked={checked}
      aria-label={name}
      className="inline-flex h-9 w-11 shrink-0 items-center justify-center rounded-md aria-busy:opacity-60"
      onClick={() => !busy && onChange(!checked)}
      role="switch"
      type="button"
    >
      <span
        className={clsx(
          'flex h-5 w-9 items-center rounded-full border p-px transition-colors duration-120',
          checked ? 'border-accent bg-accent' : 'border-control bg-sunken',
        )}
      >
        <span
          className={clsx(
            'size-4 rounded-full transition-transform duration-120 ease-product',
            checked ? 'translate-x-4 bg-on-accent' : 'bg-control',
          )}
        />
      </span>
    </button>
  );
}
