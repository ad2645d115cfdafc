import type { SandboxCall, Reply } from '../kit.ts';
import type { SandboxPerson } from '../world.ts';

const name = 'amazon-sandbox-session';
const attributes = 'Path=/amazon; HttpOnly; SameSite=Lax';

export function keptIn({ headers }: SandboxCall): string | null {
  const cookies = new URLSearchParams((headers['cookie'] ?? '').replaceAll('; ', '&'));
  return cookies.get(name);
}

export const keeping = (reply: Reply, person: SandboxPerson): Reply =>
  withCookie(reply, `${name}=${person.key}; ${attributes}`);

export const forgetting = (reply: Reply): Reply => withCookie(reply, `${name}=; Max-Age=0; ${attributes}`);

const withCookie = (reply: Reply, cookie: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': cookie },
});
