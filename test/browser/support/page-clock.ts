import { expect, type Locator, type Page } from '@playwright/test';

/** What the page notes of its own calls, by its own clock: when each began and was taken back, and how many wait. */
type Notes = {
  begun: [call: string, at: number][];
  aborted: [call: string, at: number][];
  waiting: number;
  /** Resolves when whatever timers and answers have begun is drawn. */
  drawn: () => Promise<void>;
};

const shelf = '__calls';

/** What a change may take until it is drawn, by a clock that moves in steps of one (milliseconds). */
const slack = 5;

/**
 * A page whose clock the test can stop and move; `stopped`, it stands from the first script on. The page notes its calls
 * itself, when it makes them: what it has not done by a given millisecond can then be told from what has not reached the
 * test yet.
 */
export async function pageClock(page: Page, { stopped = false } = {}) {
  const now = Date.now();
  await page.clock.install({ time: now });
  if (stopped) await page.clock.pauseAt(now);
  await page.addInitScript(noteCalls, shelf);

  const notes = (): Promise<Pick<Notes, 'begun' | 'aborted' | 'waiting'>> =>
    page.evaluate((name) => {
      const { begun, aborted, waiting }: Notes = Reflect.get(window, name);
      return { begun, aborted, waiting };
    }, shelf);
  const drawn = () => page.evaluate((name): Promise<void> => Reflect.get(window, name).drawn(), shelf);
  const timesIn = (list: Notes['begun'], call: string) => list.filter(([made]) => made === call).map(([, at]) => at);
  /** When a call was made so far. */
  const times = async (call: string): Promise<number[]> => timesIn((await notes()).begun, call);
  /** Every answer so far has been read and acted on. */
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
    /** The clock runs by itself from now on. */
    start: async () => page.clock.resume(),
    /** From now on only the test moves the clock. */
    stop: async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000),
    /** Lets as few milliseconds pass as it takes for something to show. */
    until: async (shown: Locator): Promise<void> => {
      await settled();
      for (let ms = 0; ms < 200 && !(await shown.isVisible()); ms += 1) await pass(1);
      await expect(shown).toBeVisible();
    },
    /** Moves the clock by one millisecond a look until something shows, however long its files take to load. */
    untilLoaded: async (shown: Locator): Promise<void> => {
      const look = async () => {
        await pass(1);
        return shown.isVisible();
      };
      await expect.poll(look, { intervals: [20], timeout: 30_000 }).toBe(true);
    },
    /** A call is made after so long, and not before; its answer has been acted on. */
    expectAfter: async (ms: number, call: string): Promise<void> => {
      await settled();
      const before = await times(call);
      await pass(ms - slack);
      expect(await times(call), `${call} before ${ms} ms`).toHaveLength(before.length);
      await pass(slack);
      expect(await times(call), `${call} after ${ms} ms`).toHaveLength(before.length + 1);
      await settled();
    },
    /** A call is not made again, however long one waits. */
    expectNoMore: async (call: string): Promise<void> => {
      await settled();
      const before = await times(call);
      for (let step = 0; step < 4; step += 1) await pass(15_000);
      expect(await times(call)).toHaveLength(before.length);
    },
  };
}

/** Runs in the page before anything else, so it brings everything along. */
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

  // React draws in turns of this kind, a few for each change; none of them waits for the clock.
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
