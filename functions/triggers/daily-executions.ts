import type { Day, DayStore } from '#functions/data/triggers/day-store.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';

type Deps = { days: Pick<DayStore, 'between'>; now: () => Date };

type Daily = ReplyOf<typeof triggersContract.dailyExecutions>[number];

const shownDays = 14;
const dayMs = 86_400_000;

/** An answer may arrive until this long after the end of the day. */
const openForMs = 3_600_000;

/** Returns the UTC days of the last two weeks, oldest first. A day without runs has zeros. */
export async function dailyExecutions({ days: counts, now }: Deps, workspaceId: number): Promise<Daily[]> {
  const today = now().getTime();
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const [from = '', to = ''] = [days.at(0), days.at(-1)];
  const counted = new Map((await counts.between(workspaceId, from, to)).map((day) => [day.day, day]));
  return days.map((day) => {
    const kept = counted.get(day);
    return kept ? dailyReply(kept, now()) : { day, sent: 0, failed: 0, ran: 0 };
  });
}

/** After the wait, the rest of `asked` is not reported: a crashed worker may have left an answer uncounted. */
function dailyReply({ day, sent, maybe, failed, asked, ran, shared, unanswered }: Day, now: Date): Daily {
  const mayBeOpen = now.getTime() < Date.parse(day) + dayMs + openForMs;
  const awaited = mayBeOpen ? asked - ran - shared - unanswered : 0;
  return {
    day,
    sent,
    failed,
    ran,
    ...(maybe > 0 && { maybe }),
    ...(awaited > 0 && { awaited }),
    ...(unanswered > 0 && { unanswered }),
    ...(shared > 0 && { shared }),
  };
}
