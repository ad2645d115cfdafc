import { vi } from 'vitest';

type Heard = { method: string; path: string; query: string; workspace: string | null; body: unknown };

type Answer = { status?: number; json?: unknown };
/** A `silent` network never answers. */
type Route = 'silent' | Answer | ((heard: Heard) => Answer | Promise<Answer>);

/** Answers requests by `METHOD path` and records them. An unknown call gets a 404. */
export function aServer(routes: Record<string, Route>) {
  const heard: Heard[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, window.location.origin);
    const request: Heard = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.search,
      workspace: new Headers(init.headers).get('x-workspace-id'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    heard.push(request);
    const route = routes[`${request.method} ${request.path}`];
    if (route === 'silent') return untilAborted(init.signal);
    const { status = 200, json } =
      route === undefined ? unknown : typeof route === 'function' ? await route(request) : route;
    if (json === undefined) return new Response(null, { status: 204 });
    return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } });
  });
  return {
    heard,
    sent: (call: string) => heard.filter(({ method, path }) => `${method} ${path}` === call),
    answer: (call: string, route: Route) => {
      routes[call] = route;
    },
  };
}

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const unknown: Answer = { status: 404, json: { error: 'There is nothing here.', errorKey: 'request.notFound' } };

export const errorReply = (status: number, errorKey: string, more: object = {}): Answer => ({
  status,
  json: { error: `refused: ${errorKey}`, errorKey, ...more },
});

export function late() {
  let give: (answer: Answer) => void = () => {};
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { route: () => answer, give };
}
