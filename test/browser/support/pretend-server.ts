import type { Page, Request } from '@playwright/test';

type Heard = { call: string; query: string; body: unknown };
type Answer = { status?: number; json?: unknown; body?: string };
/** A promise that never resolves simulates a missing reply. */
export type PretendRoute = Answer | ((heard: Heard) => Answer | Promise<Answer>);

/**
 * Answers the page's calls by `METHOD /path` and records them. An unknown call gets a 404 and counts as a page error.
 */
export async function pretendServer(page: Page, routes: Record<string, PretendRoute>) {
  const heard: Heard[] = [];
  await page.route('**/api/**', async (route) => {
    const one = heardIn(route.request());
    heard.push(one);
    const found = routes[one.call] ?? unknown;
    const answer = typeof found === 'function' ? await found(one) : found;
    const status = answer.status ?? (answer.json === undefined ? 204 : 200);
    // The page may have aborted the call.
    await route.fulfill({ ...answer, status }).catch(() => {});
  });
  return {
    sent: (call: string) => heard.filter((one) => one.call === call),
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

export const refused = (status: number, errorKey: string): Answer => ({
  status,
  json: { error: `refused: ${errorKey}`, errorKey },
});

export function lateAnswer() {
  let give: (answer: Answer) => void = () => {};
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { route: (): Promise<Answer> => answer, give };
}
