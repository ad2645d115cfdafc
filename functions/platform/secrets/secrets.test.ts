import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { aClock, minutes } from '#test/support/worlds/a-clock.ts';

import { createLog } from '../log.ts';
import { secretReader } from './secret-reader.ts';
import { createSecrets, SecretUnavailable } from './secrets.ts';

const key = Buffer.alloc(32, 'k').toString('base64url');
const client = { clientId: 'an id', clientSecret: 'not to be logged' };

const noManager = (): Promise<never> => Promise.reject(new Error('Secrets Manager is not used.'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A store with fixed content that counts its reads. */
function aPlace(content: Record<string, unknown> = {}) {
  const clock = aClock();
  const logged: string[] = [];
  const place = { content, isDown: false, answersAfterMs: 0, reads: 0 };
  const secrets = createSecrets({
    now: clock.now,
    log: createLog({ write: (line) => void logged.push(line), now: clock.now }),
    read: async (name) => {
      place.reads += 1;
      if (place.answersAfterMs > 0) await pause(place.answersAfterMs);
      if (place.isDown) throw new Error('no answer');
      const found = place.content[name];
      return found === undefined || typeof found === 'string' ? found : JSON.stringify(found);
    },
  });
  return { secrets, place, clock, logged };
}

describe('secrets', () => {
  test('reads a secret once for concurrent callers and then caches it', async () => {
    const { secrets, place } = aPlace({ amazon: client });
    expect(await Promise.all([secrets.amazon(), secrets.amazon()])).toEqual([client, client]);
    await secrets.amazon();
    expect(place.reads).toBe(1);
  });

  test('uses a changed secret after 15 minutes', async () => {
    const { secrets, place, clock } = aPlace({ origin: { value: 'old' } });
    await secrets.origin();
    place.content = { origin: { value: 'new' } };
    clock.pass(minutes(14));
    expect(await secrets.origin()).toEqual({ value: 'old' });
    clock.pass(minutes(1));
    expect(await secrets.origin()).toEqual({ value: 'new' });
  });

  test('finds a new secret within a minute', async () => {
    const { secrets, place, clock } = aPlace({});
    expect(await secrets.google()).toBeUndefined();
    place.content = { google: client };
    expect(await secrets.google()).toBeUndefined();
    clock.pass(minutes(1));
    expect(await secrets.google()).toEqual(client);
  });

  test.each([
    ['missing', undefined],
    ['the placeholder of a deployment', {}],
    ['half filled in', { clientId: 'an id' }],
    ['empty', { clientId: '', clientSecret: '' }],
    ['not JSON', 'soon'],
  ])('treats a secret as not set up when it is %s', async (_, content) => {
    const { secrets, logged } = aPlace({ google: content });
    expect(await secrets.google()).toBeUndefined();
    expect(logged.join('')).not.toContain('an id');
  });

  test('refreshes a secret in the background after 10 minutes', async () => {
    const { secrets, place, clock } = aPlace({ origin: { value: 'old' } });
    await secrets.origin();
    place.content = { origin: { value: 'new' } };
    clock.pass(minutes(10));
    expect(await secrets.origin()).toEqual({ value: 'old' });
    await vi.waitFor(async () => expect(await secrets.origin()).toEqual({ value: 'new' }));
    expect(place.reads).toBe(2);
  });

  test('waits at most a second for a failing store and retries once a minute', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { secrets, place, clock } = aPlace({ origin: { value: 'known' } });
    await secrets.origin();
    place.isDown = true;
    place.answersAfterMs = 4_500;
    clock.pass(minutes(20));
    const asked: unknown[] = [];
    void secrets.origin().then((value) => asked.push(value));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([{ value: 'known' }]);
    await vi.advanceTimersByTimeAsync(4_000);
    for (let more = 1; more <= 5; more += 1) {
      void secrets.origin().then((value) => asked.push(value));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(asked).toHaveLength(6);
    expect(place.reads).toBe(2);
    clock.pass(minutes(1));
    void secrets.origin();
    expect(place.reads).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
  });

  test('keeps the last value and logs an error when a secret becomes malformed', async () => {
    const { secrets, place, clock, logged } = aPlace({ origin: { value: 'good' } });
    await secrets.origin();
    place.content = { origin: { valeu: 'mistyped' } };
    clock.pass(minutes(15));
    expect(await secrets.origin()).toEqual({ value: 'good' });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: 'secret.malformed', level: 'ERROR' }]);
    expect(logged.join('')).not.toContain('mistyped');
  });

  test('forgets a secret that was removed', async () => {
    const { secrets, place, clock } = aPlace({ google: client });
    await secrets.google();
    place.content = {};
    clock.pass(minutes(15));
    expect(await secrets.google()).toBeUndefined();
  });

  test('keeps a known secret while the store is down and throws when it is unknown', async () => {
    const { secrets, place, clock, logged } = aPlace({ amazon: client });
    place.isDown = true;
    await expect(secrets.amazon()).rejects.toThrow(SecretUnavailable);
    place.isDown = false;
    expect(await secrets.amazon()).toEqual(client);
    place.isDown = true;
    clock.pass(minutes(20));
    expect(await secrets.amazon()).toEqual(client);
    expect(logged.join('')).toContain('secret.unavailable');
    expect(logged.join('')).not.toContain('not to be logged');
  });
});

test('reads one key per WhatsApp gateway, or two during a rotation', async () => {
  const { secrets } = aPlace({ whatsapp: { main: 'only', second: { value: 'new', previous: 'old' } } });
  expect(await secrets.whatsapp()).toEqual({ main: { value: 'only' }, second: { value: 'new', previous: 'old' } });
  expect(await aPlace({ whatsapp: { main: { previous: 'old' } } }).secrets.whatsapp()).toBeUndefined();
});

describe('encryption keys', () => {
  test('reads flat keys, which a stack generates', async () => {
    const { secrets } = aPlace({ encryption: { current: 'k1', k1: key } });
    expect(await secrets.encryption()).toEqual({ current: 'k1', keys: { k1: key } });
  });

  test.each([
    ['a current key that is missing', { current: 'k2', keys: { k1: key } }],
    ['a current key named like a property of every object', { current: 'toString', keys: { k1: key } }],
    ['a key of the wrong length', { current: 'k1', keys: { k1: 'short' } }],
  ])('rejects keys with %s', async (_, encryption) => {
    expect(await aPlace({ encryption }).secrets.encryption()).toBeUndefined();
  });

  test('reads the keys again for an unknown key, at most once a minute', async () => {
    const { secrets, place, clock } = aPlace({ encryption: { current: 'k1', keys: { k1: key } } });
    await secrets.encryption();
    place.content = { encryption: { current: 'k2', keys: { k1: key, k2: key } } };
    expect((await secrets.renewEncryption())?.current).toBe('k1');
    clock.pass(minutes(1));
    expect((await secrets.renewEncryption())?.current).toBe('k2');
    await secrets.renewEncryption();
    expect(place.reads).toBe(2);
  });
});

describe('sources of secrets', () => {
  test('reads secrets from a setting', async () => {
    const read = secretReader({ SECRETS_JSON: JSON.stringify({ amazon: client }) }, noManager);
    expect(JSON.parse((await read('amazon')) ?? '')).toEqual(client);
    expect(await read('google')).toBeUndefined();
  });

  test('reads the file each time, so that a secret can change while the process runs', async () => {
    const place = mkdtempSync(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const file = join(place, 'secrets.json');
    const read = secretReader({ SECRETS_FILE: file }, noManager);
    writeFileSync(file, '{}');
    expect(await read('canary')).toBeUndefined();
    const canary = { webhook: 'https://recado.test/prod/trigger/7/trg-1', echo: 'trg-2' };
    writeFileSync(file, JSON.stringify({ canary }));
    expect(JSON.parse((await read('canary')) ?? '')).toEqual(canary);
    writeFileSync(file, 'not-to-be-quoted');
    await expect(read('canary')).rejects.toThrow('The secrets that were given are not a JSON object.');
  });

  test('throws without quoting the secrets when the setting is malformed', () => {
    const read = () => secretReader({ SECRETS_JSON: '{"amazon": not-to-be-quoted' }, noManager);
    expect(read).toThrow('The secrets that were given are not a JSON object.');
  });

  test('returns undefined when no source is configured', async () => {
    expect(await secretReader({}, noManager)('amazon')).toBeUndefined();
  });

  test('reads secrets from Secrets Manager with the prefix of the stage', async () => {
    const read = secretReader({ SECRETS_PREFIX: 'recado/prod/' }, (id) => Promise.resolve(`of ${id}`));
    expect(await read('amazon')).toBe('of recado/prod/amazon');
  });
});
