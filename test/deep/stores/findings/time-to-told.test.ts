import { afterAll, beforeEach, expect, test } from 'vitest';

import { findingKeys, type FindingKey } from '#shared/rules/findings.ts';

import { aTable } from '../../../support/worlds/a-table.ts';
import { findingsWorld, type FindingsWorld } from '../../../support/worlds/findings-world.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

let home: FindingsWorld;
const rows: object[] = [];

beforeEach(async () => {
  home = await findingsWorld(await aTable());
  await home.pass(2);
});

const now = (): number => home.clock.now().getTime();

/** Repeats `step` until a mail is sent, and returns the time of the mail. */
async function mailedAt(step: () => Promise<void>, most: number): Promise<number> {
  for (let steps = 0; steps < most; steps += 1) {
    await step();
    if (home.post.mails.length > 0) return now();
  }
  throw new Error('Nobody was told.');
}

const looks = {
  minutes: () => mailedAt(() => home.pass(1), 100),
  quarters: () => mailedAt(() => home.passQuarters(1), 400),
};

type Times = {
  /** When the first thing failed, or will fail. */
  brokeAt: number;
  /** When the failure becomes distinguishable from one that passes on its own. Absent if at once. */
  knowableAt?: number;
};

type Break = {
  what: string;
  key: FindingKey;
  breaks: () => Promise<Times>;
  by?: keyof typeof looks;
  /** Counts from when the failure could be known. */
  within: number;
};

const used = 5 * minute;
const unused = day;

/** Answers slowly twice. The third slow answer is due. */
const slowHome = async (ms: number): Promise<{ id: string; brokeAt: number }> => {
  const id = await home.confirmingTrigger('Boa noite');
  await home.pass(1);
  for (let run = 0; run < 5; run += 1) {
    await home.fire(id);
    home.clock.advance(2 * second);
    await home.answers(id);
    home.clock.advance(minute);
  }
  const brokeAt = now();
  for (let run = 0; run < 2; run += 1) {
    await home.fire(id);
    home.clock.advance(ms);
    await home.answers(id);
  }
  await home.fire(id);
  home.clock.advance(ms);
  return { id, brokeAt };
};

/** A trigger whose routine answered once. */
async function answering(): Promise<string> {
  const id = await home.confirmingTrigger('Boa noite');
  await home.pass(1);
  await home.fire(id);
  home.clock.advance(2 * second);
  await home.answers(id);
  await home.pass(1);
  return id;
}

/** Confirms once and then misses runs. The last one that makes the home silent has one more minute to answer. */
async function silentHome(): Promise<number> {
  const id = await answering();
  const brokeAt = now();
  for (let run = 0; run < 2; run += 1) {
    await home.fire(id);
    await home.pass(run === 0 ? 11 : 9);
  }
  return brokeAt;
}

const breaks: readonly Break[] = [
  {
    what: 'permission withdrawn, Amazon says so',
    key: 'grantEnded',
    within: used,
    breaks: async () => {
      home.amazon.answer = { outcome: 'invalidGrant' };
      const entry = { topic: 'checkGrant', amazonUserId: home.account, workspaceId: home.workspaceId } as const;
      await home.outbox.add({ ...entry, as: 'skillDisabled' }, { id: 'event', now: home.clock.now() }, []);
      return { brokeAt: now() };
    },
  },
  {
    what: 'permission withdrawn, and nobody uses it',
    key: 'grantEnded',
    by: 'quarters',
    within: unused,
    breaks: async () => {
      home.amazon.answer = { outcome: 'invalidGrant' };
      return { brokeAt: now() };
    },
  },
  {
    what: 'the gateway knows no such skill any more, as a run was told',
    key: 'grantEnded',
    within: used,
    breaks: async () => {
      const id = await home.confirmingTrigger('Boa noite');
      await home.pass(1);
      home.runsAre('skillNotEnabled');
      const brokeAt = now();
      await home.fire(id);
      return { brokeAt, knowableAt: brokeAt + hour };
    },
  },
  {
    what: 'Amazon confirms nothing',
    key: 'grantUnconfirmed',
    by: 'quarters',
    within: used + 10 * minute,
    breaks: async () => {
      home.amazon.answer = { outcome: 'unavailable' };
      return { brokeAt: now(), knowableAt: now() + 2 * day };
    },
  },
  {
    what: 'Alexa leaves the device out',
    key: 'deviceLeftOut',
    within: used,
    breaks: async () => {
      home.fakeAlexa.expect('malformed');
      await home.createTrigger(home.workspaceId, 'Boa noite');
      return { brokeAt: now() };
    },
  },
  {
    what: 'a trigger starts itself, every ten seconds',
    key: 'startsItself',
    within: used,
    breaks: async () => {
      const id = (await home.createTrigger(home.workspaceId, 'Boa noite')) ?? '';
      const brokeAt = now();
      for (let run = 0; (await home.fire(id, 'voice')) !== 'loop'; run += 1) {
        home.clock.advance(10 * second);
        expect(run).toBeLessThan(10);
      }
      return { brokeAt, knowableAt: now() };
    },
  },
  {
    what: 'a routine stopped answering, used every eleven minutes',
    key: 'receiptsSilent',
    within: used,
    breaks: async () => {
      const brokeAt = await silentHome();
      return { brokeAt, knowableAt: now() + minute };
    },
  },
  {
    what: 'a routine became three times slower, used every half minute',
    key: 'slow',
    within: used,
    breaks: async () => {
      const { id, brokeAt } = await slowHome(30 * second);
      await home.answers(id);
      return { brokeAt, knowableAt: now() };
    },
  },
  {
    what: 'the nightly check was not answered',
    key: 'nightlyFailed',
    within: used,
    breaks: async () => {
      const id = await answering();
      const brokeAt = now();
      await home.night(id);
      return { brokeAt, knowableAt: brokeAt + 10 * minute };
    },
  },
  {
    what: 'Alexa refused the run of the nightly check',
    key: 'nightlyFailed',
    within: used,
    breaks: async () => {
      const id = await answering();
      home.runsAre('rejected');
      const brokeAt = now();
      await home.night(id);
      return { brokeAt };
    },
  },
  ...(['unavailable', 'throttled'] as const).map((outcome): Break => ({
    what: `the nightly check and its repeat were ${outcome}`,
    key: 'nightlyFailed',
    within: used,
    breaks: async () => {
      const id = await answering();
      home.runsAre(outcome);
      const brokeAt = now();
      await home.night(id);
      return { brokeAt, knowableAt: brokeAt + 30 * minute };
    },
  })),
  {
    what: 'a number was removed on the phone',
    key: 'numberLost',
    within: used,
    breaks: async () => {
      const id = await home.pairNumber();
      await home.tell(id, 'failed');
      return { brokeAt: now() };
    },
  },
  {
    what: 'the connection of a number is lost, and comes back for nobody',
    key: 'numberSilent',
    within: 10 * minute,
    breaks: async () => {
      const id = await home.pairNumber();
      await home.tell(id, 'connecting');
      return { brokeAt: now(), knowableAt: now() + hour };
    },
  },
  {
    what: 'a plan ends in three days',
    key: 'planEnds',
    within: used,
    breaks: async () => {
      const end = new Date(now() + 3 * day).toISOString();
      await home.bills({ status: 'active', currentPeriodEnd: end, cancel_at: end });
      return { brokeAt: now() };
    },
  },
  {
    what: 'a trial without a card has a day left',
    key: 'trialEnds',
    by: 'quarters',
    within: used + 15 * minute,
    breaks: async () => {
      const end = new Date(now() + 3 * day).toISOString();
      await home.bills({ status: 'trialing', currentPeriodEnd: end });
      return { brokeAt: now() + 2 * day };
    },
  },
  {
    what: 'the card ends before a charge that is two weeks away',
    key: 'cardExpires',
    by: 'quarters',
    within: used + 15 * minute,
    breaks: async () => {
      const [end, card] = [now() + 15 * day, now() + 12 * day].map((ms) => new Date(ms).toISOString());
      const state = { currentPeriodEnd: end, cardEndsAt: card, amount_due: 1500, hasPaymentMethodAttached: true };
      await home.bills({ status: 'active', ...state });
      return { brokeAt: now() + day };
    },
  },
  {
    what: 'an access key that is used has three days left',
    key: 'accessKeyEnds',
    by: 'quarters',
    within: used + 15 * minute,
    breaks: async () => {
      const [createdAt, usedAt, until] = [now() - 30 * day, now(), now() + 4 * day].map((ms) =>
        new Date(ms).toISOString(),
      );
      await home.addAccessKey({ createdAt: createdAt ?? '', usedAt, conditions: { until } });
      return { brokeAt: now() + day };
    },
  },
];

test('has a case for each kind of finding', () => {
  expect(new Set(breaks.map(({ key }) => key))).toEqual(new Set(findingKeys));
});

const spoken = (ms: number): string => (ms < hour ? `${Math.ceil(ms / minute)} min` : `${(ms / hour).toFixed(1)} h`);

test.each(breaks)(
  'notifies the owner in time: $what',
  async ({ what, key, breaks: breakIt, by = 'minutes', within }) => {
    const { brokeAt, knowableAt = brokeAt } = await breakIt();
    const toldAt = await looks[by]();
    expect(toldAt).toBeGreaterThanOrEqual(knowableAt);
    expect(toldAt - knowableAt).toBeLessThanOrEqual(within);
    expect((await home.page()).findings.map((finding) => finding.key)).toContain(key);
    expect(await home.record()).toMatchObject({ mailed: { [key]: expect.any(String) } });
    expect(home.post.mails).toHaveLength(1);
    const times = {
      'from the break': spoken(toldAt - brokeAt),
      'from when it could be known': spoken(toldAt - knowableAt),
    };
    rows.push({ finding: key, break: what, ...times, 'at most': spoken(within) });
  },
);

test('finds a run unanswered at the very moment its wait ends', async () => {
  const id = await answering();
  await home.night(id);
  await home.pass(9);
  home.clock.advance(minute);
  await home.sweep();
  await home.sweep();
  expect(home.post.mails).toHaveLength(1);
});

afterAll(() => {
  // oxlint-disable-next-line no-console -- the suite exists to print this table
  console.table(rows);
});
