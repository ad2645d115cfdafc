import { useId } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import type { KeyKind } from './key-wish.ts';

const kinds = ['address', 'signed', 'page', 'read'] as const;

/** Four kinds of keys, each with a text that helps to choose. */
export function KeyKinds({ value, onChange }: { value: KeyKind; onChange: (kind: KeyKind) => void }) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{t('access.form.kind')}</legend>
      {kinds.map((kind) => (
        <label
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-border px-4 py-3 transition-colors duration-120 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          key={kind}
        >
          <input
            aria-describedby={`${group}-${kind}`}
            aria-labelledby={`${group}-${kind}-name`}
            checked={value === kind}
            className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            name={group}
            onChange={() => onChange(kind)}
            type="radio"
          />
          <span className="min-w-0">
            <span className="block font-medium" id={`${group}-${kind}-name`}>
              {t(`access.form.kinds.${kind}`)}
            </span>
            <span className="mt-0.5 block text-muted text-pretty" id={`${group}-${kind}`}>
              {t(`access.form.hints.${kind}`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
