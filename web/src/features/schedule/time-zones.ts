import { isTimeZone } from '#shared/rules/schedule/time-zones.ts';
import { keptFormat } from '#web/i18n/formats/kept-format.ts';
import { type Language, languages } from '#web/i18n/languages.ts';

/** Undefined if the browser does not report its zone. */
export function browserZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}

/** Returns the zone of the workspace, or the browser's if the workspace has none. */
export const zoneOf = (ofWorkspace: string | undefined): string => ofWorkspace ?? browserZone() ?? 'UTC';

/** City names as locals write them; IANA names have no accents. */
const written: Readonly<Record<string, string>> = {
  Araguaina: 'Araguaína',
  Asuncion: 'Asunción',
  Belem: 'Belém',
  Bogota: 'Bogotá',
  Cancun: 'Cancún',
  Cordoba: 'Córdoba',
  Cuiaba: 'Cuiabá',
  Eirunepe: 'Eirunepé',
  Maceio: 'Maceió',
  Merida: 'Mérida',
  Noronha: 'Fernando de Noronha',
  Santarem: 'Santarém',
  'Sao Paulo': 'São Paulo',
  Tucuman: 'Tucumán',
};

export function cityOf(zone: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return written[city] ?? city;
}

const offsets = keptFormat(
  (_, timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }),
);

/** "GMT−3". */
export function offsetOf(zone: string, at: number): string {
  const parts = offsets('en', zone).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  // Uses a minus sign, because a line may break after a hyphen.
  return offset.replace('-', '−');
}

/** "São Paulo (GMT−3)". */
export const zoneName = (zone: string, at: number): string => `${cityOf(zone)} (${offsetOf(zone, at)})`;

const quarter = 91 * 86_400_000;

/** Returns whether both zones show the same time all year, even if their names differ. */
export const sameClock = (one: string, other: string, now: number): boolean =>
  [0, 1, 2, 3].every((turn) => offsetOf(one, now + turn * quarter) === offsetOf(other, now + turn * quarter));

export type ZoneChoice = { zone: string; name: string };

/** All zones that the browser knows, plus the given ones, sorted by name. */
export function zoneChoices(given: readonly string[], language: Language, now: number): ZoneChoice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...given]);
  return Array.from(zones, (zone) => ({ zone, name: zoneName(zone, now) })).toSorted((one, other) =>
    one.name.localeCompare(other.name, languages[language].locale),
  );
}
