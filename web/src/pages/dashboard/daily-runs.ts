/** `maybe`: nobody knows whether Alexa received them. `ran`: those of `sent` that their routine confirmed. */
export type DailyRuns = { day: string; sent: number; maybe?: number | undefined; failed: number; ran: number };

export type Kind = 'ran' | 'sent' | 'unconfirmed' | 'maybe' | 'failed';

/** From the bottom of a bar to its top. What a routine confirms and what is in doubt is named only where there is any. */
export function kindsIn(days: readonly DailyRuns[]): Kind[] {
  const sent: Kind[] = totalOf(days, 'ran') > 0 ? ['ran', 'unconfirmed'] : ['sent'];
  return totalOf(days, 'maybe') > 0 ? [...sent, 'maybe', 'failed'] : [...sent, 'failed'];
}

export const countOf = (day: DailyRuns, kind: Kind): number =>
  kind === 'unconfirmed' ? day.sent - day.ran : (day[kind] ?? 0);

export const totalOf = (days: readonly DailyRuns[], kind: Kind): number =>
  days.reduce((sum, day) => sum + countOf(day, kind), 0);

export const allRuns = ({ sent, maybe = 0, failed }: DailyRuns): number => sent + maybe + failed;
