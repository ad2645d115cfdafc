import { isRecord } from './kit.ts';

type Answer = { status: number; location: string; type: string; body: unknown; text: string };

/** Never follows redirects. */
export function sandboxClient(url: string) {
  async function request(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? JSON.parse(text) : undefined;
    return { status: response.status, location: response.headers.get('location') ?? '', type, body, text };
  }
  return {
    get: (path: string, headers: Record<string, string> = {}) => request(path, { headers }),
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      request(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    json: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      }),
  };
}
export type SandboxClient = ReturnType<typeof sandboxClient>;

export function textOf(answer: { body: unknown }, name: string): string {
  const value = isRecord(answer.body) ? answer.body[name] : undefined;
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(answer.body)}`);
  return value;
}

export function redirected(answer: Answer, name: string): string | null {
  return new URL(answer.location).searchParams.get(name);
}
