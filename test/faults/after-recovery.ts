import { randomUUID } from 'node:crypto';

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { triggerKey } from '#functions/data/keys.ts';
import { isOutcome } from '#shared/rules/execution/outcomes.ts';

import { messageIdOf, type ChannelAnswer } from './channels.ts';
import { problemsOf, type Played } from './oracle.ts';
import { runsIn, type ReportedRun } from './reported-runs.ts';

type Found = { problems: string[]; runs: ReportedRun[] };

/** Checks the expectations after the fault is over. */
export async function checkRecovery(played: Played): Promise<Found> {
  const { cell } = played;
  const found: Found = { problems: [...(await recorded(played)), ...(await permission(played))], runs: [] };
  if (cell.ends) return found;
  const firedAnew = cell.channel.recognisesRepeats && (await sameRequest(played, found));
  // A brief fault is over before the answer and leaves nothing behind.
  if (!firedAnew && !cell.isBrief) await newRequest(played, found);
  return found;
}

const stored = z.object({ run: z.optional(z.object({ id: z.string(), outcome: z.string() })) });

async function recorded({ table, home, firing, answer, heard, mayMiss }: Played): Promise<string[]> {
  const isRun = isOutcome(answer.word);
  if (mayMiss || !(isRun || heard > 0)) return [];
  const Key = triggerKey(home.workspaceId, firing.triggerId);
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  const { run } = stored.parse(Item);
  return problemsOf([
    isRun && run?.outcome !== answer.word && `it is recorded as ${run?.outcome}`,
    answer.executionId !== undefined && run?.id !== answer.executionId && 'another run is recorded',
  ]);
}

async function permission({ home, cell }: Played): Promise<string[]> {
  const found = await home.world.grants.find(home.account);
  const state = found && (found.grant.state === found.access.state ? found.grant.state : 'torn');
  return state === (cell.ends ? 'revoked' : 'valid') ? [] : [`the permission is ${state}`];
}

const keptClaim = /^(?:trigger|group)\.claimNotKept$/;

/** Repeats the request at once, and again after every claim has expired. True when a repeat fired the run. */
async function sameRequest(played: Played, found: Found): Promise<boolean> {
  const { home, cell, firing, answer, lines, before, heard } = played;
  const isKept = lines.some(({ event }) => keptClaim.test(event));
  const next: ChannelAnswer[] = [];
  for (const waitMs of [0, 20_000]) {
    if (next[0] && next[0].means !== 'notSent') continue;
    home.clock.advance(waitMs);
    next.push(await fireAgain(played, firing.key, found));
  }
  const total = home.heard() - before;
  const words = next.map(({ word }) => word).join(', then ');
  const fired = next.some(({ means, executionId }) => means === 'sent' && executionId !== answer.executionId);
  const texts = await home.said(messageIdOf(firing.key));
  found.problems.push(
    ...problemsOf([
      total > 1 && `repeated, the home got ${total}`,
      [answer, ...next].some(({ means }) => means === 'sent') && total === 0 && 'it said sent, and the home got none',
      answer.means === 'sent' && fired && !isKept && `repeated, it said ${words} of another run`,
      // A repeat may fire after "nothing was sent", unless the claim could not be released.
      answer.means === 'notSent' &&
        mayFire.has(cell.channel.name) &&
        !isKept &&
        answer.word !== 'echo' &&
        total === 0 &&
        `repeated after ${answer.word}, it said ${words}`,
      new Set(texts).size < texts.length && 'the group got the same answer twice',
    ]),
  );
  return heard === 0 && total === 1;
}

/** Channels whose repeat may fire after "nothing was sent". A group message keeps its first answer. */
const mayFire: ReadonlySet<string> = new Set(['webhook+key', 'voice']);

async function newRequest(played: Played, found: Found): Promise<void> {
  const { home } = played;
  home.clock.advance(20_000);
  const before = home.heard();
  const { word, undeclared } = await fireAgain(played, randomUUID(), found);
  const heard = home.heard() - before;
  if (word !== 'sent' || undeclared !== undefined || heard !== 1)
    found.problems.push(`a new request: it said ${word} ${undeclared ?? ''}, and the home got ${heard}`);
}

async function fireAgain({ home, cell, firing }: Played, key: string, found: Found): Promise<ChannelAnswer> {
  const living = home.well();
  const answer = await cell.channel.fire(living.process, living.lines, home, { ...firing, key });
  found.runs.push(...runsIn(living, { home, mayMiss: false }));
  if (answer.undeclared !== undefined) found.problems.push(`after recovery: ${answer.undeclared}`);
  return answer;
}
