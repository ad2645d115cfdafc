export type Answered = { status: number; headers: Headers; url: string; text: string; json: () => unknown };

/** `body` is sent as JSON, `text` unchanged and without a content type. */
type Sent = { method?: string; body?: unknown; text?: string; headers?: Record<string, string> };

const patience = 60_000;

/** Handles cookies and redirects like a browser, but sends no origin. Cookies are stored per host and port. */
export function cookieJar(appUrl: string) {
  const jars = new Map<string, Map<string, string>>();

  const cookiesFor = (url: URL): string =>
    [...(jars.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(url: URL, response: Response): void {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const ended = attributes.some((one) => /^max-age=0$/i.test(one));
      if (ended) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function once(url: URL, { method = 'GET', body, text, headers = {} }: Sent): Promise<Response> {
    const cookie = cookiesFor(url);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(text !== undefined && { body: text }),
    });
    keep(url, response);
    return response;
  }

  async function visit(to: string, sent: Sent = {}): Promise<Answered> {
    let url = new URL(to, appUrl);
    let response = await once(url, sent);
    for (let hop = 0; hop < 10 && response.status >= 300 && response.status < 400; hop += 1) {
      await response.body?.cancel();
      url = new URL(response.headers.get('location') ?? '/', url);
      response = await once(url, {});
    }
    return answered(url, response);
  }

  async function answered(url: URL, response: Response): Promise<Answered> {
    const text = await response.text();
    const json = (): unknown => JSON.parse(text);
    return { status: response.status, headers: response.headers, url: url.href, text, json };
  }

  return {
    visit,
    cookies: (): string => cookiesFor(new URL(appUrl)),
    /** A single request that does not follow redirects. */
    async hop(to: string, sent: Sent = {}): Promise<Answered> {
      const url = new URL(to, appUrl);
      return answered(url, await once(url, sent));
    },
    /** The sandbox accepts the hint instead of a click. */
    async signIn(provider: 'google' | 'amazon', person: string): Promise<Answered> {
      return visit(`/api/auth/${provider}?login_hint=${encodeURIComponent(person)}`);
    },
    get: (path: string, headers?: Record<string, string>) => visit(path, headers && { headers }),
    send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      visit(path, { method, ...(body !== undefined && { body }), ...(headers && { headers }) }),
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;
