import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { createClaimStore, type Claim, type ClaimStore } from '#functions/data/triggers/claim-store.ts';

import { aTable } from '../support/worlds/a-table.ts';

const times = { holdMs: 15_000, lifeSeconds: 86_400 };
const answer = (executionId: string) => ({ outcome: 'sent', executionId, ms: 120 }) as const;

let table: Table;
let at: number;
let claims: ClaimStore;

beforeAll(async () => {
  table = await aTable();
  // The real time, because the table server removes expired items by its own clock.
  at = Date.now();
  claims = createClaimStore(table, () => new Date(at));
});

let last = 0;
const aClaim = (): Claim => ({ triggerId: 'good-night', hash: `hash-${(last += 1)}`, executionId: 'run-1' });
const later = (claim: Claim): Claim => ({ ...claim, executionId: 'run-2' });

test('grants a key to one of fifty concurrent claims', async () => {
  const claim = aClaim();
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, index) => claims.take({ ...claim, executionId: `run-${index}` }, times)),
  );
  expect(taken.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1);
  expect(taken.filter(({ outcome }) => outcome === 'running')).toHaveLength(49);
});

describe('a claimed key', () => {
  test('rejects a claim while its run is not over', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'running' });
  });

  test('returns the first answer once the run is done', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    const awaited = { ...answer('run-1'), awaitedSince: new Date(at).toISOString() };
    await claims.finish(claim, awaited);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'done', answer: awaited });
  });

  test('grants a key again after its release', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    await claims.release(claim);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'taken' });
  });

  test('reports unknown for good when the holder crashed, because it may have fired', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    at += times.holdMs + 1;
    const unknown = { outcome: 'done', answer: { outcome: 'unknown', executionId: 'run-1', ms: 0 } };
    expect(await claims.take(later(claim), times)).toEqual(unknown);
    expect(await claims.take(later(claim), times)).toEqual(unknown);
  });

  test('grants an expired key again, even if the table still holds it', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    await claims.finish(claim, answer('run-1'));
    at += times.lifeSeconds * 1000 + 1000;
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'taken' });
    // The first holder is late and no longer owns the key.
    await claims.finish(claim, answer('run-1'));
    await claims.release(claim);
    expect(await claims.take({ ...claim, executionId: 'run-3' }, times)).toEqual({ outcome: 'running' });
  });
});

test('keeps the keys of two triggers independent', async () => {
  const claim = aClaim();
  await claims.take(claim, times);
  expect(await claims.take({ ...claim, triggerId: 'other' }, times)).toEqual({ outcome: 'taken' });
});
