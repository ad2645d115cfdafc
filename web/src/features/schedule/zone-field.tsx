import { useMemo } from 'react';

import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field, inputClass } from '#web/ui/field.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { browserZone, zoneChoices, zoneName } from './time-zones.ts';

type ZoneFieldProps = {
  label: string;
  hint: string;
  /** The label of the empty option, for a workspace without a time zone. */
  none: string;
  here: string;
  all: string;
  value: string;
  saved: string | undefined;
  onChange: (zone: string) => void;
};

/** Uses the browser's select, which finds a city by typing its name. This device's zone comes first. */
export function ZoneField({ label, hint, none, here, all, value, saved, onChange }: ZoneFieldProps) {
  const { i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const now = useMinute();
  const device = browserZone();
  const choices = useMemo(() => zoneChoices(saved === undefined ? [] : [saved], language, now), [saved, language, now]);
  return (
    <Field hint={hint} label={label}>
      {(field) => (
        <select {...field} className={inputClass} onChange={({ target }) => onChange(target.value)} value={value}>
          {saved === undefined && <option value="">{none}</option>}
          {device !== undefined && (
            <optgroup label={here}>
              <option value={device}>{zoneName(device, now)}</option>
            </optgroup>
          )}
          <optgroup label={all}>
            {choices
              .filter(({ zone }) => zone !== device)
              .map(({ zone, name }) => (
                <option key={zone} value={zone}>
                  {name}
                </option>
              ))}
          </optgroup>
        </select>
      )}
    </Field>
  );
}
