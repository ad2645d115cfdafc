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
  // Today, because the table server deletes expired items by its own clock.
  at = Date.now();
  claims = createClaimStore(table, () => new Date(at));
});

let last = 0;
const aClaim = (): Claim => ({ triggerId: 'good-night', hash: `hash-${(last += 1)}`, executionId: 'run-1' });
const later = (claim: Claim): Claim => ({ ...claim, executionId: 'run-2' });

test('of fifty that claim a key at once, one gets it', async () => {
  const claim = aClaim();
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, index) => claims.take({ ...claim, executionId: `run-${index}` }, times)),
  );
  expect(taken.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1);
  expect(taken.filter(({ outcome }) => outcome === 'running')).toHaveLength(49);
});

describe('a key that is claimed', () => {
  test('is refused while its run is not over', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'running' });
  });

  test('gives the first answer once it is done', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    const awaited = { ...answer('run-1'), awaitedSince: new Date(at).toISOString() };
    await claims.finish(claim, awaited);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'done', answer: awaited });
  });

  test('can be had again once it was released', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    await claims.release(claim);
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'taken' });
  });

  test('whose holder crashed may have been fired, so it reads as unknown and stays', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    at += times.holdMs + 1;
    const unknown = { outcome: 'done', answer: { outcome: 'unknown', executionId: 'run-1', ms: 0 } };
    expect(await claims.take(later(claim), times)).toEqual(unknown);
    expect(await claims.take(later(claim), times)).toEqual(unknown);
  });

  test('is free when its life is over, though the table may still hold it', async () => {
    const claim = aClaim();
    await claims.take(claim, times);
    await claims.finish(claim, answer('run-1'));
    at += times.lifeSeconds * 1000 + 1000;
    expect(await claims.take(later(claim), times)).toEqual({ outcome: 'taken' });
    // The first holder is late: the key is no longer its own.
    await claims.finish(claim, answer('run-1'));
    await claims.release(claim);
    expect(await claims.take({ ...claim, executionId: 'run-3' }, times)).toEqual({ outcome: 'running' });
  });
});

test('keys of two triggers have nothing to do with each other', async () => {
  const claim = aClaim();
  await claims.take(claim, times);
  expect(await claims.take({ ...claim, triggerId: 'other' }, times)).toEqual({ outcome: 'taken' });
});
