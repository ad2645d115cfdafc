import type { ServerResponse } from 'node:http';

import { send, type PageServer } from '../gateway/gateway.ts';
import { movedDate } from './moved-date.ts';
import type { OneClock } from './one-clock.ts';

const scriptPath = '/_local/clock.js';
const aheadHeader = 'x-local-clock-ahead';

/** First in the head, so that every script of the page gets the moved time. */
export const clockTag = `<script src="${scriptPath}"></script>`;

export const withClock = (page: string): string => page.replace('<head>', `<head>${clockTag}`);

/** Pages format times relative to their own clock, which has to match the product's. */
export function pageClock({ aheadMs }: OneClock) {
  const page: PageServer = (request, response) => {
    if (request.url?.split('?')[0] !== scriptPath) return false;
    const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' };
    send(request, response, { status: 200, headers, body: script(aheadMs()) });
    return true;
  };
  return {
    page,
    /** Adds to every response how far the clock is ahead. */
    tell: (response: ServerResponse): void => void response.setHeader(aheadHeader, String(aheadMs())),
  };
}
export type PageClock = ReturnType<typeof pageClock>;

/** A page that was open while the clock was moved reloads. */
const script = (ahead: number): string => `(() => {
  let ahead = ${ahead};
  Date = (${movedDate.toString()})(() => ahead, Date);
  const real = fetch;
  window.fetch = async (...call) => {
    const response = await real(...call);
    ahead = Number(response.headers.get('${aheadHeader}') ?? ahead);
    return response;
  };
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible') return;
    const before = ahead;
    await fetch('${scriptPath}', { cache: 'no-store' });
    if (Math.abs(ahead - before) > 1000) location.reload();
  });
})();
`;
