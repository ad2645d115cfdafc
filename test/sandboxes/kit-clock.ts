import * as z from 'zod/mini';

import { html, type Html } from './kit-html.ts';
import { page } from './kit-page.ts';
import { reading } from './kit-reading.ts';
import type { ClockMover, Moved } from './kit-time.ts';
import { isForm, json, redirect, type Reply, type SandboxCall } from './kit.ts';

export type ClockControl = { now: () => Date; mover: () => ClockMover | undefined };

const MAX_SECONDS = 366 * 86_400;

const steps = [
  ['15 min', 900],
  ['1 h', 3600],
  ['1 day', 86_400],
  ['7 days', 7 * 86_400],
  ['30 days', 30 * 86_400],
] as const;

const asked = z.strictObject({
  advanceSeconds: z.optional(z.coerce.number().check(z.positive(), z.maximum(MAX_SECONDS))),
  /** ISO 8601, or a local time such as `04:12`, which means its next occurrence. */
  to: z.optional(z.string()),
});

/** `GET` and `POST /_clock`, and the clock's section of the start page. */
export function clockControl({ now, mover }: ClockControl) {
  let last: Moved | undefined;

  function show(): Reply {
    return json(200, { now: now().toISOString(), whyNot: mover()?.whyNot() ?? null });
  }

  function move(call: SandboxCall): Reply | Promise<Reply> {
    const { whyNot, moveTo } = mover() ?? {};
    if (!moveTo)
      return refusalReply(call, 501, 'These sandboxes run without the product, so there is no clock to move.');
    const problem = whyNot?.();
    if (problem !== undefined) return refusalReply(call, 409, problem);
    return reading(asked, call, async ({ advanceSeconds, to }) => {
      const target = to === undefined ? now().getTime() + (advanceSeconds ?? 0) * 1000 : momentOf(to, now());
      if (Number.isNaN(target))
        return refusalReply(call, 400, `"${to}" is not a time such as 04:12 or 2026-12-01T04:12:00Z.`);
      if (target <= now().getTime()) return refusalReply(call, 400, `It is ${now().toISOString()} already.`);
      if (target - now().getTime() > MAX_SECONDS * 1000) return refusalReply(call, 400, 'A year at a time, please.');
      last = await moveTo(target);
      return isForm(call) ? redirect('/#clock') : json(200, last);
    });
  }

  return {
    part: (): Html | undefined => (mover() ? clockPart(now(), last) : undefined),
    /** Returns undefined for an unknown call. */
    answer: (call: SandboxCall): Reply | Promise<Reply> | undefined => {
      if (call.method === 'POST') return move(call);
      return call.method === 'GET' ? show() : undefined;
    },
  };
}

function refusalReply(call: SandboxCall, status: number, why: string): Reply {
  if (!isForm(call)) return json(status, { error: why });
  return page(
    'Clock',
    html`<main class="wrap">
      <h1>Clock</h1>
      <p role="alert">${why}</p>
      <p><a href="/#clock">Back</a></p>
    </main>`,
    { status },
  );
}

function momentOf(to: string, now: Date): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(to) ?? [];
  if (hours === undefined || minutes === undefined) return Date.parse(to);
  const next = new Date(now);
  next.setHours(Number(hours), Number(minutes), 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next.getTime();
}

const two = (value: number): string => String(value).padStart(2, '0');

/** In this machine's time zone, for example `2026-11-23 21:04`. */
const formatMinute = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;

function clockPart(now: Date, last: Moved | undefined): Html {
  return html`<section class="card" id="clock">
    <h2>Clock</h2>
    <p>
      It is <time datetime="${now.toISOString()}"><b>${formatMinute(now)}</b></time> for the product and all sandboxes.
    </p>
    <form class="clock" method="post" action="/_clock" aria-label="Move the clock by">
      <span>Move by</span>
      ${steps.map(([label, seconds]) => html`<button name="advanceSeconds" value="${seconds}">${label}</button>`)}
    </form>
    <form class="clock" method="post" action="/_clock">
      <label for="clock-to">Move to</label>
      <input id="clock-to" name="to" type="time" value="04:12" required />
      <button>Move</button>
    </form>
    <p class="soft small">
      It only goes forward. Whatever falls due on the way happens at its own time, and this page answers when all of it
      is done: 30 days take about a minute. <code>npm start -- --fresh</code> brings back the present.
    </p>
    ${last && lastPart(last)}
  </section>`;
}

const MAX_SHOWN = 50;

function lastPart({ from, now, tookMs, happened, ran, failed }: Moved): Html {
  const jobs = Object.entries(ran)
    .filter(([, times]) => times > 0)
    .map(([job, times]) => `${job} ${times}`);
  return html`<div role="status">
    <p>
      Moved from ${formatMinute(new Date(from))} to ${formatMinute(new Date(now))} in ${(tookMs / 1000).toFixed(1)} s.
      ${jobs.length > 0 ? `Jobs: ${jobs.join(', ')}.` : undefined}
    </p>
    ${failed.length > 0 ? html`<p>Failed: ${failed.map(({ job, why }) => `${job}: ${why}`).join('; ')}</p>` : undefined}
    <ul>
      ${happened.slice(-MAX_SHOWN).map(({ at, what }) => html`<li>${formatMinute(new Date(at))} ${what}</li>`)}
    </ul>
  </div>`;
}
