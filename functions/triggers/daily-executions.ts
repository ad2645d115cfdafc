import type { Day, DayStore } from '#functions/data/triggers/day-store.ts';

type Deps = { days: Pick<DayStore, 'between'>; now: () => Date };

const shownDays = 14;
const dayMs = 86_400_000;

/** UTC days of the last two weeks, oldest first; a day without runs has zeros. */
export async function dailyExecutions({ days: counts, now }: Deps, workspaceId: number): Promise<Day[]> {
  const today = now().getTime();
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const [from = '', to = ''] = [days.at(0), days.at(-1)];
  const counted = new Map((await counts.between(workspaceId, from, to)).map((day) => [day.day, day]));
  return days.map((day) => counted.get(day) ?? { day, sent: 0, failed: 0, ran: 0 });
}
