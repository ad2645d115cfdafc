import type { Page, Request } from '@playwright/test';

/** One call that the page made. */
type Heard = { call: string; query: string; body: unknown };
/** `body` is for answers that are no JSON. */
type Answer = { status?: number; json?: unknown; body?: string };
/** What a call is answered, or how. A promise that stays open is an answer that does not come. */
export type PretendRoute = Answer | ((heard: Heard) => Answer | Promise<Answer>);

/**
 * A server of a test's own in front of the page, for what the real one reaches only after minutes or not at all: it
 * answers by `METHOD /path` and remembers what it heard. What it was not told to answer is 404, and noticed as trouble.
 */
export async function pretendServer(page: Page, routes: Record<string, PretendRoute>) {
  const heard: Heard[] = [];
  await page.route('**/api/**', async (route) => {
    const one = heardIn(route.request());
    heard.push(one);
    const found = routes[one.call] ?? unknown;
    const answer = typeof found === 'function' ? await found(one) : found;
    const status = answer.status ?? (answer.json === undefined ? 204 : 200);
    // The page may have taken the call back meanwhile.
    await route.fulfill({ ...answer, status }).catch(() => {});
  });
  return {
    /** What was sent to one address, oldest first. */
    sent: (call: string) => heard.filter((one) => one.call === call),
    /** Changes what is answered from now on. */
    answer: (more: Record<string, PretendRoute>) => void Object.assign(routes, more),
  };
}

export type PretendServer = Awaited<ReturnType<typeof pretendServer>>;

const unknown: Answer = { status: 404, json: { error: 'There is nothing here.', errorKey: 'request.notFound' } };

function heardIn(request: Request): Heard {
  const { pathname, search } = new URL(request.url());
  const body: unknown = request.postDataJSON();
  return { call: `${request.method()} ${pathname}`, query: search, body };
}

/** A refusal as the server words it. */
export const refused = (status: number, errorKey: string): Answer => ({
  status,
  json: { error: `refused: ${errorKey}`, errorKey },
});

/** An answer that comes when the test gives it, to all who wait for it by then and after. */
export function lateAnswer() {
  let give: (answer: Answer) => void = () => {};
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { route: (): Promise<Answer> => answer, give };
}
