import { readFile } from 'node:fs/promises';

import { expect, inject, test } from 'vitest';

import { codesSent, enablingOf, tokensShown } from '../kit/alexa-orders.ts';
import { connectionOf } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { credentialsHeard, misbehaveFor } from '../kit/orders.ts';
import { newcomer } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';

const guest = guests('connectLogs');
const linesOf = async (): Promise<string> => readFile(inject('functionLog'), 'utf8');

test('logs no token, code, state or personal data for any outcome of connecting Alexa', async () => {
  const secrets: string[] = [];
  const names = [guest(), guest(), guest()];
  for (const name of names) {
    const ana = await newcomer(name);
    const connection = connectionOf(ana);
    const allowAndReturn = async (page: URL): Promise<URL> => {
      const callback = await connection.allow(page);
      secrets.push(...['code', 'state'].map((key) => callback.searchParams.get(key) ?? ''));
      return connection.back(callback);
    };
    const connect = async (wish: Record<string, string> = {}): Promise<void> => {
      let at = await connection.start(wish);
      while (at.origin !== inject('stack').appUrl) at = await allowAndReturn(at);
    };
    // Covers a missing grant, an outage, a cut connection, disabling and enabling the skill, and a refusal.
    await enablingOf(name, { grant: 'never' });
    await connect();
    for (const how of [{ status: 503, next: 2 }, { cut: 'after' as const }]) {
      await misbehaveFor('alexa', name, { match: 'POST /alexa/v1', ...how });
      await connect();
    }
    secrets.push((await ana.amazon()).pageToken ?? '');
    await connect({ reset: 'true' });
    const callback = await connection.refuse(await connection.upTo('allow'));
    secrets.push(callback.searchParams.get('state') ?? '');
    await connection.back(callback);
    await ana.unlinkAmazon((await ana.current()).id);
    secrets.push(...(await codesSent(name)), ...(await tokensShown(name)));
    await expect.poll(linesOf, soon).toContain('enablement.ended');
  }
  secrets.push(...(await credentialsHeard()));
  const shown = secrets.filter((secret) => secret.length > 8);
  expect(shown.length).toBeGreaterThan(60);
  const log = await linesOf();
  expect(shown.filter((secret) => log.includes(secret))).toEqual([]);
  expect(names.flatMap((name) => [`"${name}"`, `${name}@`]).filter((name) => log.includes(name))).toEqual([]);
  expect(log).not.toMatch(/\bAtz[a-z]\|/);
  expect(log).not.toMatch(/local-(?:web|skill)-secret/);
  expect(log).not.toMatch(/[?&](?:token|code|state|access_token|login_hint|workspace|reset|move)=/);
});
