import { randomUUID } from 'node:crypto';

import { messageIdOf, testedChannels, waitingChannels, type TestedChannel } from '../channels.ts';
import type { TableBehaviour, TableCall } from '../injected/table-proxy.ts';
import { answerProblems, problemsOf } from '../oracle.ts';
import { isRecord } from '../play-cell.ts';
import type { ConfirmingHome } from './a-confirming-home.ts';

/** One step in the life of a receipt, behind the table's proxy. All other steps are healthy. */
export type ReceiptLink = {
  name: string;
  withGroup: boolean;
  play: (
    home: ConfirmingHome,
    behaviour: TableBehaviour,
    fault: string,
  ) => Promise<{ word: string; problems: string[] }>;
};

const [webhook] = testedChannels;

/** Longer than a run waits for its receipt. */
const overMs = 11 * 60_000;

/** Fires a run that succeeds, so that the home may confirm it. */
async function fired(home: ConfirmingHome): Promise<void> {
  home.pause();
  await home.renewGrant('plain');
  const { process, lines } = home.well();
  const answer = await webhook?.fire(process, lines, home, home.newFiring());
  if (answer?.word !== 'sent') throw new Error(`A healthy run says ${answer?.word}.`);
}

async function ranOnce(home: ConfirmingHome, receipts: number): Promise<string[]> {
  const learnt = (await home.heardReceipts()) - receipts;
  return problemsOf([
    (await home.ranMs()) === undefined && 'the run did not run',
    learnt !== 1 && `the trigger learnt ${learnt} receipts`,
    ...(await home.left()),
  ]);
}

/** Alexa repeats a directive, sometimes one that was answered. */
const skill: ReceiptLink = {
  name: 'skill',
  withGroup: false,
  async play(home, behaviour) {
    const [receipts, events] = [await home.heardReceipts(), home.heard()];
    await fired(home);
    const { process, lines } = home.live();
    const key = randomUUID();
    home.proxy.behave(behaviour);
    const first = await home.routineEnds(process, key);
    home.proxy.clear();
    const second = await home.routineEnds(home.well().process, key);
    await home.work();
    const problems = problemsOf([
      ...first.problems,
      ...second.problems,
      !['heard', 'INTERNAL_ERROR'].includes(first.word) && `Alexa was told ${first.word}`,
      first.word !== 'heard' && lines.length === 0 && 'nobody was told why',
      second.word !== 'heard' && `Alexa was told ${second.word} the second time`,
      home.heard() - events !== 1 && `the home got ${home.heard() - events}`,
      ...(await ranOnce(home, receipts)),
    ]);
    await home.end();
    return { word: first.word, problems };
  },
};

/** The next worker or the sweep finishes what a failed worker leaves. */
const worker: ReceiptLink = {
  name: 'worker',
  withGroup: false,
  async play(home, behaviour, fault) {
    const receipts = await home.heardReceipts();
    await fired(home);
    await home.routineEnds(home.well().process, randomUUID());
    home.proxy.behave(behaviour);
    const worked = await home.work(home.faulty).then(
      () => true,
      () => false,
    );
    home.proxy.clear();
    // The stream retries a failed batch. A failed condition means that another worker won the race.
    if (!worked || fault === 'condition failed') await home.work();
    await home.end();
    const problems = await ranOnce(home, receipts);
    return { word: worked ? 'paired' : 'failed', problems };
  },
};

/** The next sweep finishes what a failed sweep leaves, and counts no run twice. */
const sweep: ReceiptLink = {
  name: 'sweep',
  withGroup: false,
  async play(home, behaviour, fault) {
    await home.usedToAnswer();
    await fired(home);
    await home.work();
    home.clock.advance(overMs);
    home.proxy.behave(behaviour);
    const first = await home.sweep(home.faulty).catch(() => undefined);
    home.proxy.clear();
    // The table rejects the count, as it does once the run no longer waits for a receipt.
    const isRefused = fault === 'condition failed' && home.proxy.struck().some(isMiss);
    const second = await home.sweep();
    const left = await home.left();
    await home.end();
    const silent = await home.silentRuns();
    const told = [...(first ?? []), ...second].filter((event) => event === 'trigger.notAnswered').length;
    const problems = problemsOf([
      silent !== (isRefused ? 0 : 1) && `the run was counted as silent ${silent} times`,
      told > 1 && `its silence was logged ${told} times`,
      (await home.ranMs()) !== undefined && 'a run without a receipt ran',
      second.includes('receipts.failed') && 'the next sweep failed',
      ...left,
    ]);
    const failed = first === undefined || first.includes('receipts.failed');
    return { word: failed ? 'failed' : 'closed', problems };
  },
};

const isMiss = ({ action }: TableCall): boolean => action === 'TransactWriteItems';

/** The home confirms in the channel's first pause, or afterwards if its event had not arrived by then. */
const waiting = (channel: TestedChannel): ReceiptLink => ({
  name: `${channel.name} that waits`,
  withGroup: channel.channel === 'group',
  async play(home, behaviour) {
    home.pause();
    await home.renewGrant('plain');
    const [before, lastRun] = [home.heard(), await home.lastRun()];
    const key = randomUUID();
    let answered = false;
    const answers = async (): Promise<void> => {
      if (answered || home.heard() === before) return;
      answered = true;
      await home.routineEnds(home.well().process, key);
      await home.work();
    };
    const pause = async (ms: number): Promise<void> => {
      await answers();
      home.clock.advance(ms);
    };
    const { process, lines } = home.live({ pause });
    home.proxy.behave(behaviour);
    const began = home.clock.now().getTime();
    const firing = home.newFiring();
    const answer = await channel.fire(process, lines, home, firing);
    const ms = home.clock.now().getTime() - began;
    home.proxy.clear();
    await answers();
    await home.work();
    const heard = home.heard() - before;
    const mayMiss = home.proxy.struck().some(isRecord) || lines.some(({ event }) => event === 'trigger.notRecorded');
    const isKept = (await home.lastRun()) !== lastRun;
    const ranMs = isKept ? await home.ranMs() : undefined;
    // The ☑ may stay if the process could not read the receipt in time or could not store the sign.
    const mayKeepSign =
      home.proxy.struck().some(({ label }) => label.includes('GetItem T/RUN')) ||
      lines.some(({ event }) => event === 'group.claimNotKept');
    await home.end();
    const said = await home.said(messageIdOf(firing.key));
    const cell = { row: '', channel, scene: 'plain', at: '' } as const;
    const problems = problemsOf([
      ...answerProblems({ cell, answer, heard, lines }, ms),
      answer.ran && ranMs === undefined && 'it said that it ran, and nobody knows of it',
      heard === 0 && ranMs !== undefined && 'it ran, and the home got nothing',
      heard === 1 && isKept && ranMs === undefined && 'its receipt was lost',
      heard === 1 && !isKept && !mayMiss && 'it is not recorded',
      ranMs !== undefined && !mayKeepSign && said.includes('☑️') && 'it ran, and its command carries ☑',
      said.length > 1 && `it was answered ${said.length} times`,
      ...(await home.left()),
    ]);
    return { word: answer.ran ? 'ran' : answer.word, problems };
  },
});

export const receiptLinks: readonly ReceiptLink[] = [skill, worker, sweep, ...waitingChannels.map(waiting)];
