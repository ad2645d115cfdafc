import { expect, type Locator, type Page } from '@playwright/test';

/** Calls with the page's own time. */
type Notes = {
  begun: [call: string, at: number][];
  aborted: [call: string, at: number][];
  waiting: number;
  drawn: () => Promise<void>;
};

const shelf = '__calls';

/** Tolerance in milliseconds: the time in which a change is drawn. */
const slack = 5;

/**
 * A page whose clock the test moves. With `stopped`, the clock is stopped before the first script runs. The page
 * records its own API calls.
 */
export async function pageClock(page: Page, { stopped = false } = {}) {
  const now = Date.now();
  // The installed clock runs until it is paused, and can only be paused at a later time.
  await page.clock.install({ time: stopped ? now - 60_000 : now });
  if (stopped) await page.clock.pauseAt(now);
  await page.addInitScript(noteCalls, shelf);

  const notes = (): Promise<Pick<Notes, 'begun' | 'aborted' | 'waiting'>> =>
    page.evaluate((name) => {
      const { begun, aborted, waiting }: Notes = Reflect.get(window, name);
      return { begun, aborted, waiting };
    }, shelf);
  const drawn = () => page.evaluate((name): Promise<void> => Reflect.get(window, name).drawn(), shelf);
  const timesIn = (list: Notes['begun'], call: string) => list.filter(([made]) => made === call).map(([, at]) => at);
  const times = async (call: string): Promise<number[]> => timesIn((await notes()).begun, call);
  const settled = () => expect.poll(async () => (await notes()).waiting).toBe(0);
  const pass = async (ms: number): Promise<void> => {
    await page.clock.runFor(ms);
    await drawn();
  };

  return {
    settled,
    times,
    pass,
    aborted: async (call: string): Promise<number[]> => timesIn((await notes()).aborted, call),
    start: async () => page.clock.resume(),
    stop: async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000),
    until: async (shown: Locator): Promise<void> => {
      await settled();
      for (let ms = 0; ms < 200 && !(await shown.isVisible()); ms += 1) await pass(1);
      await expect(shown).toBeVisible();
    },
    untilLoaded: async (shown: Locator): Promise<void> => {
      const look = async () => {
        await pass(1);
        return shown.isVisible();
      };
      await expect.poll(look, { intervals: [20], timeout: 30_000 }).toBe(true);
    },
    /** Expects a call after exactly `ms` milliseconds and waits until its reply is handled. */
    expectAfter: async (ms: number, call: string): Promise<void> => {
      await settled();
      const before = await times(call);
      await pass(ms - slack);
      expect(await times(call), `${call} before ${ms} ms`).toHaveLength(before.length);
      await pass(slack);
      expect(await times(call), `${call} after ${ms} ms`).toHaveLength(before.length + 1);
      await settled();
    },
    expectNoMore: async (call: string): Promise<void> => {
      await settled();
      const before = await times(call);
      for (let step = 0; step < 4; step += 1) await pass(15_000);
      expect(await times(call)).toHaveLength(before.length);
    },
  };
}

/** Runs in the page before any other script, so it cannot import anything. */
function noteCalls(name: string): void {
  const notes: Notes = { begun: [], aborted: [], waiting: 0, drawn };
  Reflect.set(window, name, notes);
  const real = window.fetch;
  window.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const call = `${init?.method ?? 'GET'} ${address.pathname}`;
    notes.begun.push([call, Date.now()]);
    init?.signal?.addEventListener('abort', () => notes.aborted.push([call, Date.now()]));
    notes.waiting += 1;
    const answer = real(input, init);
    void finish(answer);
    return answer;
  };

  async function finish(answer: Promise<Response>): Promise<void> {
    await answer.then(async (response) => response.clone().text()).catch(() => {});
    await drawn();
    notes.waiting -= 1;
  }

  // React schedules its work with MessageChannel, which does not depend on the clock.
  async function drawn(): Promise<void> {
    for (let left = 10; left > 0; left -= 1) {
      const { port1, port2 } = new MessageChannel();
      const heard = new Promise((resolve) => {
        port1.addEventListener('message', resolve);
      });
      port1.start();
      port2.postMessage(0);
      await heard;
    }
  }
}
