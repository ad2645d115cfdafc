import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';

import { beginPairing, imageOf, NoCode, type PairingCalls, type PairingStep } from './pairing.ts';

const began = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: began }));
afterEach(() => vi.useRealTimers());

type Logged = Awaited<ReturnType<PairingCalls['logged']>>;
const waiting: Logged = { logged: false, chipStatus: 'WAITING_QR' };
const refusedWith = (status: number) => new ApiError('refused', status, `refused with ${status}`);

/** The server replies at once. Records the steps and the times of the polls. */
function aPairing(given: Partial<PairingCalls> = {}) {
  const steps: PairingStep[] = [];
  const polls: number[] = [];
  const unlinked: number[] = [];
  const answers: (Logged | Error)[] = [];
  const calls: PairingCalls = {
    connect: async () => ({ id: 7, chipStatus: 'CONNECTING' }),
    code: async () => ({ kind: 'code', qrcode: 'first' }),
    logged: async () => {
      polls.push(Date.now() - began);
      const answer = answers.shift() ?? waiting;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    unlink: async (id) => void unlinked.push(id),
    ...given,
  };
  const pairing = beginPairing(calls, (step) => void steps.push(step));
  return { pairing, steps, polls, unlinked, answers, kinds: () => steps.map(({ kind }) => kind) };
}

const phone = '+5511955500001';
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('polls 500 ms after the code and then every 5 s', { tags: ['spec-195.2', 'spec-195.3'] }, async () => {
  const { polls } = aPairing();
  await pass(499);
  expect(polls).toEqual([]);
  await pass(1);
  expect(polls).toEqual([500]);
  await pass(4_999);
  expect(polls).toEqual([500]);
  await pass(10_001);
  expect(polls).toEqual([500, 5_500, 10_500, 15_500]);
});

test.each([503, 429, 502, 0])(
  'polls 8 s after a failure with %i, then every 5 s',
  { tags: 'spec-198.2' },
  async (status) => {
    const { polls, answers, kinds } = aPairing();
    answers.push(refusedWith(status));
    await pass(14_000);
    expect(polls).toEqual([500, 8_500, 13_500]);
    expect(kinds()).toEqual(['code']);
  },
);

test('ignores QR codes while a typed code is shown, and the phone still connects', async () => {
  const { answers, kinds, steps } = aPairing({ code: async () => ({ kind: 'typed', code: 'ABCD-EFGH', phone }) });
  answers.push({ ...waiting, qrcode: 'second' }, { logged: true, chipStatus: 'CONNECTED' });
  await pass(60_000);
  expect(kinds()).toEqual(['typed', 'connected']);
  expect(steps[0]).toEqual({ kind: 'typed', code: 'ABCD-EFGH', phone });
});

test('reports the code that replaces a typed one, and still every other step', async () => {
  const { answers, steps } = aPairing({ code: async () => ({ kind: 'typed', code: 'WZYEH1YY', phone }) });
  answers.push(
    { ...waiting, qrcode: 'first', code: 'WZYEH1YY' },
    { ...waiting, qrcode: 'second', code: 'K3PM9QRS' },
    { logged: false, chipStatus: 'PASSKEY_CONFIRMATION', passkey: { code: 'K7Q2M' } },
  );
  await pass(11_000);
  expect(steps).toEqual([
    { kind: 'typed', code: 'WZYEH1YY', phone },
    { kind: 'typed', code: 'WZYEH1YY', phone },
    { kind: 'typed', code: 'K3PM9QRS', phone },
    { kind: 'compare', instanceId: 7, code: 'K7Q2M' },
  ]);
});

test.each([404, 500])('stops polling after a failure with %i and reports it', async (status) => {
  const { polls, answers, kinds } = aPairing();
  answers.push(waiting, refusedWith(status));
  await pass(60_000);
  expect(polls).toEqual([500, 5_500]);
  expect(kinds()).toEqual(['code', 'failed']);
});

test('stops polling and removes nothing once the number is connected', async () => {
  const { pairing, polls, answers, kinds, unlinked } = aPairing();
  answers.push(waiting, { logged: true, chipStatus: 'CONNECTED' });
  await pass(60_000);
  expect(polls).toEqual([500, 5_500]);
  expect(kinds()).toEqual(['code', 'connected']);
  await pairing.discard();
  expect(unlinked).toEqual([]);
});

test('needs no code for a number that is already connected', async () => {
  const { kinds, polls } = aPairing({ connect: async () => ({ id: 7, chipStatus: 'CONNECTED' }) });
  await pass(60_000);
  expect(kinds()).toEqual(['connected']);
  expect(polls).toEqual([]);
});

test('reports a new code', async () => {
  const { steps, answers } = aPairing();
  answers.push({ ...waiting, qrcode: 'second' });
  await pass(600);
  expect(steps).toEqual([
    { kind: 'code', qrcode: 'first' },
    { kind: 'code', qrcode: 'second' },
  ]);
});

test('keeps the passkey step while codes still arrive, then reports the code to compare', async () => {
  const { steps, answers } = aPairing();
  const challenge = { challenge: 'sign this' };
  answers.push(
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } },
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', qrcode: 'another' },
    { logged: false, chipStatus: 'PASSKEY_CONFIRMATION', passkey: { code: 'K7Q2M' } },
  );
  await pass(11_000);
  expect(steps.slice(1)).toEqual([
    { kind: 'passkey', instanceId: 7, challenge },
    { kind: 'compare', instanceId: 7, code: 'K7Q2M' },
  ]);
});

test('ends without a scan in time, and has nothing to remove', async () => {
  const { pairing, answers, kinds, polls, unlinked } = aPairing();
  answers.push({ logged: false, chipStatus: 'DISCONNECTED' });
  await pass(60_000);
  expect(kinds()).toEqual(['code', 'over']);
  expect(polls).toEqual([500]);
  await pairing.discard();
  expect(unlinked).toEqual([]);
});

test('reports a passkey before its challenge, and waits after it was answered', async () => {
  const { steps, answers } = aPairing();
  const challenge = { challenge: 'sign this' };
  answers.push(
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', qrcode: 'another' },
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } },
    // WhatsApp accepted the response and asks for nothing else.
    { logged: false, chipStatus: 'PASSKEY_REQUIRED' },
  );
  await pass(11_000);
  expect(steps.slice(1)).toEqual([
    { kind: 'passkey', instanceId: 7 },
    { kind: 'passkey', instanceId: 7, challenge },
  ]);
});

test.each([
  ['the code', [], undefined, 'notScanned'],
  ['the passkey', [{ challenge: { challenge: 'sign this' } }], 'failed', 'passkey'],
  ['the code to compare', [{ code: 'K7Q2M' }], 'failed', 'passkey'],
  ['a number of another user', [{ challenge: { challenge: 'sign this' } }], 'phoneTaken', 'taken'],
] as const)('ends with %s and reports the reason', async (_, asked, ended, why) => {
  const { steps, answers } = aPairing();
  answers.push(...asked.map((passkey) => ({ logged: false, chipStatus: 'PASSKEY_REQUIRED' as const, passkey })), {
    logged: false,
    chipStatus: 'DISCONNECTED',
    ...(ended && { ended }),
  });
  await pass(6_000);
  expect(steps.at(-1)).toEqual({ kind: 'over', why });
});

test('stops polling and removes the session when discarded', async () => {
  const { pairing, polls, unlinked, kinds } = aPairing();
  await pass(600);
  await pairing.discard();
  await pass(60_000);
  expect(polls).toEqual([500]);
  expect(unlinked).toEqual([7]);
  expect(kinds()).toEqual(['code']);
});

test('removes the session once it exists when discarded before the server has replied', async () => {
  let answer: (begun: { id: number; chipStatus: 'CONNECTING' }) => void = () => {};
  const begun = new Promise<{ id: number; chipStatus: 'CONNECTING' }>((resolve) => (answer = resolve));
  const { pairing, polls, unlinked, kinds } = aPairing({ connect: () => begun });
  const away = pairing.discard();
  await pass(0);
  expect(unlinked).toEqual([]);
  answer({ id: 7, chipStatus: 'CONNECTING' });
  await away;
  await pass(60_000);
  expect(unlinked).toEqual([7]);
  expect(polls).toEqual([]);
  expect(kinds()).toEqual([]);
});

test.each([
  ['a refused connection', { connect: () => Promise.reject(refusedWith(503)) }, ApiError, []],
  ['no code in time', { code: async () => ({ kind: 'code', qrcode: '' }) as const }, NoCode, [7]],
  ['a code that cannot be loaded', { code: () => Promise.reject(refusedWith(503)) }, ApiError, [7]],
])('reports "not begun" after %s, and removes what was created', async (_, calls, kind, removed) => {
  const { pairing, steps, polls, unlinked } = aPairing(calls);
  await pass(60_000);
  expect(steps).toEqual([{ kind: 'notBegun', error: expect.any(kind) }]);
  expect(polls).toEqual([]);
  await pairing.discard();
  expect(unlinked).toEqual(removed);
});

test.each([
  ['data:image/png;base64,QQ==', 'data:image/png;base64,QQ=='],
  ['https://codes.example/1.png', 'https://codes.example/1.png'],
  ['QQ==', 'data:image/png;base64,QQ=='],
])('shows the code %s from %s', { tags: 'spec-227.1' }, (qrcode, address) => {
  expect(imageOf(qrcode)).toBe(address);
});
