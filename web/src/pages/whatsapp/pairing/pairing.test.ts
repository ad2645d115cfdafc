import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';

import { beginPairing, imageOf, NoCode, type PairingCalls, type PairingStep } from './pairing.ts';

const began = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: began }));
afterEach(() => vi.useRealTimers());

type Logged = Awaited<ReturnType<PairingCalls['logged']>>;
const waiting: Logged = { logged: false, chipStatus: 'WAITING_QR' };
const refusedWith = (status: number) => new ApiError('refused', status, `refused with ${status}`);

/** The server answers at once; returns the steps and the times of the polls. */
function aPairing(given: Partial<PairingCalls> = {}) {
  const steps: PairingStep[] = [];
  const polls: number[] = [];
  const unlinked: number[] = [];
  const answers: (Logged | Error)[] = [];
  const calls: PairingCalls = {
    connect: async () => ({ id: 7, chipStatus: 'CONNECTING' }),
    qrCode: async () => 'first',
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

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test(
  'the first poll comes 500 ms after the code, and the next ones every 5 s',
  { tags: ['spec-195.2', 'spec-195.3'] },
  async () => {
    const { polls } = aPairing();
    await pass(499);
    expect(polls).toEqual([]);
    await pass(1);
    expect(polls).toEqual([500]);
    await pass(4_999);
    expect(polls).toEqual([500]);
    await pass(10_001);
    expect(polls).toEqual([500, 5_500, 10_500, 15_500]);
  },
);

test.each([503, 429, 502, 0])(
  'after a failure with %i it asks again in 8 s, then every 5 s',
  { tags: 'spec-198.2' },
  async (status) => {
    const { polls, answers, kinds } = aPairing();
    answers.push(refusedWith(status));
    await pass(14_000);
    expect(polls).toEqual([500, 8_500, 13_500]);
    expect(kinds()).toEqual(['code']);
  },
);

test.each([404, 500])('a failure with %i ends the polling and is shown', async (status) => {
  const { polls, answers, kinds } = aPairing();
  answers.push(waiting, refusedWith(status));
  await pass(60_000);
  expect(polls).toEqual([500, 5_500]);
  expect(kinds()).toEqual(['code', 'failed']);
});

test('once it is connected nothing is asked any more, and nothing is put away', async () => {
  const { pairing, polls, answers, kinds, unlinked } = aPairing();
  answers.push(waiting, { logged: true, chipStatus: 'CONNECTED' });
  await pass(60_000);
  expect(polls).toEqual([500, 5_500]);
  expect(kinds()).toEqual(['code', 'connected']);
  await pairing.discard();
  expect(unlinked).toEqual([]);
});

test('a number that is connected already needs no code', async () => {
  const { kinds, polls } = aPairing({ connect: async () => ({ id: 7, chipStatus: 'CONNECTED' }) });
  await pass(60_000);
  expect(kinds()).toEqual(['connected']);
  expect(polls).toEqual([]);
});

test('a new code takes the place of the old one', async () => {
  const { steps, answers } = aPairing();
  answers.push({ ...waiting, qrcode: 'second' });
  await pass(600);
  expect(steps).toEqual([
    { kind: 'code', qrcode: 'first' },
    { kind: 'code', qrcode: 'second' },
  ]);
});

test('the passkey step stays while codes go on arriving, and the code to compare follows', async () => {
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

test('a pairing without a scan in time is over, and there is nothing left to remove', async () => {
  const { pairing, answers, kinds, polls, unlinked } = aPairing();
  answers.push({ logged: false, chipStatus: 'DISCONNECTED' });
  await pass(60_000);
  expect(kinds()).toEqual(['code', 'over']);
  expect(polls).toEqual([500]);
  await pairing.discard();
  expect(unlinked).toEqual([]);
});

test('a passkey whose request is not there yet ends the time of the code, and its answer is waited on', async () => {
  const { steps, answers } = aPairing();
  const challenge = { challenge: 'sign this' };
  answers.push(
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', qrcode: 'another' },
    { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } },
    // The answer was accepted, and WhatsApp asks for nothing else.
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
  ['a number of somebody else', [{ challenge: { challenge: 'sign this' } }], 'phoneTaken', 'taken'],
] as const)('over with %s, it says why', async (_, asked, ended, why) => {
  const { steps, answers } = aPairing();
  answers.push(...asked.map((passkey) => ({ logged: false, chipStatus: 'PASSKEY_REQUIRED' as const, passkey })), {
    logged: false,
    chipStatus: 'DISCONNECTED',
    ...(ended && { ended }),
  });
  await pass(6_000);
  expect(steps.at(-1)).toEqual({ kind: 'over', why });
});

test('putting it away ends the polling and removes the line', async () => {
  const { pairing, polls, unlinked, kinds } = aPairing();
  await pass(600);
  await pairing.discard();
  await pass(60_000);
  expect(polls).toEqual([500]);
  expect(unlinked).toEqual([7]);
  expect(kinds()).toEqual(['code']);
});

test('put away before the server has answered, the line is removed as soon as it is there', async () => {
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
  ['a server that says no', { connect: () => Promise.reject(refusedWith(503)) }, ApiError, []],
  ['no code in time', { qrCode: async () => '' }, NoCode, [7]],
  ['a code that cannot be had', { qrCode: () => Promise.reject(refusedWith(503)) }, ApiError, [7]],
])('%s: nothing was begun, and what was made is removed', async (_, calls, kind, removed) => {
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
])('the code %s is shown from %s', { tags: 'spec-227.1' }, (qrcode, address) => {
  expect(imageOf(qrcode)).toBe(address);
});
