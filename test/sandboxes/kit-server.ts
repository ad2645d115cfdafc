import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { clockControl, type ClockControl } from './kit-clock.ts';
import { heardLog } from './kit-heard.ts';
import { homePage, indexPage } from './kit-home.ts';
import { answer, misbehaviours, type Pause } from './kit-misbehave.ts';
import { readBody, readCall, router } from './kit-request.ts';
import { json, type SandboxCall, type Reply, type Sandbox } from './kit.ts';

type Deps = ClockControl & { changed: () => void; origin: () => string; closing: AbortSignal; pause: Pause };

/** The returned server does not listen yet. */
export function sandboxServer(deps: Deps, sandboxes: readonly Sandbox[]): Server {
  const mounts = sandboxes.map((sandbox) => ({ sandbox, answers: mount(deps, sandbox) }));
  const clock = clockControl(deps);
  const server = createServer((request, response) => {
    void respond(request, response).catch((cause: unknown) => {
      if (response.headersSent || deps.closing.aborted) response.destroy();
      else send(response, json(500, { error: 'sandbox_broke', message: String(cause) }));
    });
  });
  server.keepAliveTimeout = 60_000;
  return server;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', deps.origin());
    const raw = await readBody(request);
    if (raw === undefined) return send(response, json(413, { error: 'too_large' }));
    if (url.pathname === '/') return send(response, indexPage(sandboxes, clock.part()));
    const name = url.pathname.split('/')[1] ?? '';
    const ofClock =
      name === '_clock' ? await clock.answer(readCall(request, url, url.pathname, deps.origin(), raw)) : undefined;
    if (ofClock) return send(response, ofClock);
    const byName = mounts.find(({ sandbox }) => sandbox.name === name);
    const found = byName ?? mounts.find(({ sandbox }) => sandbox.rootPaths?.some((at) => url.pathname.startsWith(at)));
    if (!found)
      return send(response, json(404, { error: 'no_such_sandbox', sandboxes: sandboxes.map((one) => one.name) }));
    const path = byName ? url.pathname.slice(name.length + 1) || '/' : url.pathname;
    const call = readCall(request, url, path, `${deps.origin()}/${found.sandbox.name}`, raw);
    const reply = await found.answers(call);
    if (reply === 'cut' || reply.cut) request.socket.destroy();
    else send(response, reply);
    if (reply !== 'cut') reply.afterwards?.();
  }
}

function mount(deps: Deps, sandbox: Sandbox): (call: SandboxCall) => Promise<Reply | 'cut'> {
  const heard = heardLog(deps.now);
  const orders = misbehaviours(sandbox.ownMisbehaviours ?? {});
  const find = router(sandbox.routes);

  function control(call: SandboxCall): Reply | undefined {
    const key = `${call.method} ${call.path}`;
    if (key === 'GET /') return homePage(sandbox);
    if (key === 'GET /_heard') return json(200, heard.newestFirst());
    if (key === 'POST /_misbehave') {
      const wrong = orders.order(call.body);
      return wrong === undefined ? json(200, { waiting: orders.list() }) : json(400, { error: wrong });
    }
    if (key !== 'POST /_reset') return undefined;
    heard.forget();
    orders.forget();
    sandbox.store.reset();
    deps.changed();
    return json(200, { reset: sandbox.name });
  }

  return async (call) => {
    const own = control(call);
    if (own) return own;
    const match = find(call.method, call.path);
    if (match?.route.kind === 'own') return match.route.handle({ ...call, params: match.params });
    const person = sandbox.personOf?.(call);
    const answered = heard.note(call, person);
    if (!match) {
      answered(501, undefined);
      return notImitated(sandbox, call);
    }
    const misbehaviour = match.route.kind === 'api' ? orders.take(call, person) : undefined;
    const noted = misbehaviour && { ...misbehaviour };
    const reply = await answer(sandbox, match.route, { ...call, params: match.params, misbehaviour }, deps.pause);
    answered(reply === 'cut' || reply.cut ? 'cut' : reply.status, noted);
    return reply;
  };
}

function notImitated(sandbox: Sandbox, call: SandboxCall): Reply {
  return json(501, {
    error: 'not_imitated',
    message: `The ${sandbox.title} sandbox does not imitate ${call.method} ${call.path}.`,
    imitates: sandbox.routes.map((route) => `${route.method} ${route.path}`),
  });
}

function send(response: ServerResponse, reply: Reply): void {
  if (!reply.stream) {
    response.writeHead(reply.status, reply.headers);
    response.end(reply.bytes ?? reply.body);
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  const stop = reply.stream((event, data) => void response.write(`event: ${event}\ndata: ${data}\n\n`));
  response.on('close', stop);
}
