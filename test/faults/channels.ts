import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod/mini';

import { routeKeyOf } from '#shared/contracts/endpoint.ts';
import { passContract } from '#shared/contracts/pass.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { refusals, type RefusalCode } from '#shared/refusals.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import { checkSkillReply } from '../sandboxes/alexa/check-reply.ts';
import { anEvent } from '../support/worlds/an-event.ts';
import { aDelivery, aMessage, anEvent as aWahaEvent } from '../wire/whatsapp/waha-deliveries.ts';
import type { Home, Line, Firing } from './home.ts';
import { originSecret } from './injected/secret-faults.ts';
import type { Product } from './product.ts';

export type ChannelAnswer = {
  word: string;
  /** Whether the caller must believe that the event was sent. */
  means: 'sent' | 'perhaps' | 'notSent';
  executionId?: string | undefined;
  /** The answer says that the home confirmed the run. */
  ran?: boolean;
  /** How the answer breaks the contract. */
  undeclared?: string | undefined;
};

export type TestedChannel = {
  name: string;
  channel: Channel;
  /** The channel recognises a repeated request. */
  recognisesRepeats: boolean;
  /** Time until an answer is due, in ms. */
  withinMs: number;
  fire: (process: Product, lines: readonly Line[], home: Home, firing: Firing) => Promise<ChannelAnswer>;
};

type Result = APIGatewayProxyStructuredResultV2;

const answered = z.object({
  outcome: z.optional(z.enum(outcomeNames)),
  executionId: z.optional(z.string()),
  ms: z.optional(z.number()),
  answer: z.optional(z.string()),
  error: z.optional(z.string()),
  errorKey: z.optional(z.string()),
});

const isRefusal = (key: string): key is RefusalCode => Object.hasOwn(refusals, key);
const mustSayWhen = new Set([429, 503]);
const meaning = (word: string | undefined): ChannelAnswer['means'] =>
  word === 'sent' ? 'sent' : word === 'unknown' ? 'perhaps' : 'notSent';

function heardOverHttp(
  { statusCode = 0, headers, body }: Result,
  ends: (status: number, key?: RefusalCode) => boolean,
) {
  const parsed = answered.safeParse(JSON.parse(body ?? 'null')).data;
  const { outcome, executionId, errorKey } = parsed ?? {};
  const word = outcome ?? errorKey ?? 'nothing';
  const known = errorKey === undefined || isRefusal(errorKey) ? errorKey : undefined;
  const problems = [
    !parsed && `the body is ${body}`,
    errorKey !== undefined && !known && `${errorKey} is no refusal`,
    errorKey === 'server.failed' && 'an unhandled failure',
    outcome && outcomes[outcome].refusal !== errorKey && `${outcome} goes with ${errorKey}`,
    !outcome && !errorKey && 'neither outcome nor refusal',
    !ends(statusCode, known) && `status ${statusCode} does not belong to ${errorKey ?? outcome}`,
    mustSayWhen.has(statusCode) && !headers?.['retry-after'] && `no Retry-After with ${statusCode}`,
  ];
  const undeclared = problems.filter((problem) => typeof problem === 'string').join('; ') || undefined;
  const ran = parsed?.answer === 'ran';
  return { word, means: meaning(outcome), executionId, ran, undeclared } satisfies ChannelAnswer;
}

const statusOf = (key: RefusalCode | undefined): number => (key === undefined ? 200 : refusals[key][0]);

const throughCdn = (address: string | undefined): Record<string, string> => ({
  'x-origin-secret': originSecret,
  ...(address !== undefined && { 'x-viewer-address': address }),
});

const webhook = (withKey: boolean, prefer?: string): TestedChannel => ({
  name: withKey ? 'webhook+key' : 'webhook',
  channel: 'webhook',
  recognisesRepeats: withKey,
  withinMs: 6_000,
  fire: async (process, _, home, { deviceId, key, address, token = home.token }) => {
    const event = anEvent({
      route: 'POST /trigger/{workspaceId}/{deviceId}',
      params: { workspaceId: String(home.workspaceId), deviceId },
      query: { token },
      headers: {
        ...throughCdn(address),
        ...(withKey && { 'idempotency-key': key }),
        ...(prefer !== undefined && { prefer }),
      },
    });
    return heardOverHttp(await process.webhook(event), (status, refusal) => status === statusOf(refusal));
  },
});

const click: TestedChannel = {
  name: 'click',
  channel: 'click',
  recognisesRepeats: false,
  withinMs: 6_000,
  fire: async (process, _, home, { triggerId, address }) => {
    const event = anEvent({
      route: 'POST /api/triggers/{id}/execute',
      params: { id: triggerId },
      cookies: [home.cookie.split(';')[0] ?? ''],
      headers: { ...throughCdn(address), 'x-workspace-id': String(home.workspaceId) },
    });
    const result = await process.click(event);
    const isReply = triggersContract.executeTrigger.reply.safeParse(JSON.parse(result.body ?? 'null')).success;
    // An execution is 200 with any outcome; refusals have their own status.
    return heardOverHttp(result, (status, key) => (isReply ? status === 200 : status === statusOf(key)));
  },
};

/** The guest page, which fires with a pass as `token`. */
export const pass: TestedChannel = {
  name: 'pass',
  channel: 'webhook',
  recognisesRepeats: true,
  withinMs: 6_000,
  fire: async (process, _lines, _home, { key, address, token = '' }) => {
    const event = anEvent({
      route: routeKeyOf(passContract.fireByPass),
      headers: { ...throughCdn(address), authorization: `Bearer ${token}`, 'idempotency-key': key },
    });
    return heardOverHttp(await process.webhook(event), (status, refusal) => status === statusOf(refusal));
  },
};

const outcomeIn = (lines: readonly Line[], ...events: readonly Line['event'][]): string | undefined => {
  const { details } = lines.findLast(({ event }) => events.includes(event)) ?? {};
  return details && String(details['outcome'] ?? details['result']);
};

const voice: TestedChannel = {
  name: 'voice',
  channel: 'voice',
  recognisesRepeats: true,
  // Alexa gives up after eight seconds.
  withinMs: 7_000,
  fire: async (process, lines, home, { deviceId, key }) => {
    const sent = { namespace: 'Alexa.SceneController', name: 'Activate', correlationToken: `corr-${key}` };
    const reply = await process.skill({
      directive: {
        header: { ...sent, messageId: key, payloadVersion: '3' },
        endpoint: { scope: { type: 'BearerToken', token: home.voiceToken() }, endpointId: deviceId, cookie: {} },
        payload: {},
      },
    });
    const { problems, errorType, isExpected } = checkSkillReply({ ...sent, endpointId: deviceId }, reply);
    // Several outcomes are the same error for Alexa, so read the outcome from the log.
    const outcome = outcomeIn(lines, 'trigger.fired', 'trigger.refused');
    const known = z.enum(outcomeNames).safeParse(outcome).data;
    const undeclared = [
      ...problems,
      !isExpected && errorType === undefined && 'no answer of its kind',
      known && outcomes[known].voiceError !== errorType && `${known} was told as ${errorType ?? 'done'}`,
    ];
    return {
      word: outcome ?? errorType ?? (isExpected ? 'twice' : 'nothing'),
      means: meaning(outcome),
      undeclared: undeclared.filter((problem) => typeof problem === 'string').join('; ') || undefined,
    };
  },
};

/** How answers in a group begin, and their meaning. */
const signs: readonly (readonly [sign: string, word: string])[] = [
  ['✅', 'sent'],
  ['☑', 'sent'],
  ['⏳ *', 'sent'],
  ['⚠️ We could not confirm', 'unknown'],
  ['⚠️', 'not sent'],
];

const group: TestedChannel = {
  name: 'group',
  channel: 'group',
  recognisesRepeats: true,
  withinMs: 9_000,
  fire: async (process, lines, home, { name, key }) => {
    const { url = '', secret = '', jid = '', session = '' } = home.group ?? {};
    const messageId = messageIdOf(key);
    const lid = '700100200300@lid';
    const payload = aMessage(
      {
        id: `false_${jid}_${messageId}_${lid}`,
        timestamp: Math.floor(home.clock.now().getTime() / 1000),
        from: jid,
        participant: lid,
        to: lid,
        body: name,
      },
      { PushName: 'Carla', SenderAlt: null },
    );
    const delivered = { id: `evt_${key}`, timestamp: home.clock.now().getTime(), session };
    const { rawBody, headers } = aDelivery(aWahaEvent('message.any', payload, delivered), secret);
    const [, shard = '', lineKey = ''] = /\/prod\/whatsapp\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
    const request = anEvent({
      route: 'POST /whatsapp/{shard}/{lineKey}',
      params: { shard, lineKey },
      headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, value ?? ''])),
      body: rawBody.toString('base64'),
    });
    await home.typed(messageId);
    const before = await home.said(messageId);
    const { statusCode = 0 } = await process.inbound({ ...request, isBase64Encoded: true });
    const said = (await home.said(messageId)).slice(before.length);
    const result = outcomeIn(lines, 'group.answered');
    const words = said.map((text) => signs.find(([sign]) => text.startsWith(sign))?.[1] ?? text);
    const undeclared = [
      ![200, 503].includes(statusCode) && `status ${statusCode}`,
      said.length > 1 && `said ${said.length} times`,
      words[0] === 'sent' && result !== 'sent' && `said that it was sent, and it was ${result}`,
      words[0] === 'not sent' && meaning(result) !== 'notSent' && `said that it was not sent, and it was ${result}`,
    ];
    return {
      word: result ?? (statusCode === 200 ? 'ignored' : String(statusCode)),
      means: meaning(result),
      ran: said.some((text) => text.startsWith('✅')),
      undeclared: undeclared.filter((problem) => typeof problem === 'string').join('; ') || undefined,
    };
  },
};

/** A schedule has no caller: its result is in the history and the plan. */
const schedule: TestedChannel = {
  name: 'schedule',
  channel: 'schedule',
  recognisesRepeats: true,
  // One run between two queries for due runs.
  withinMs: 16_000,
  fire: async (process, lines, home, firing) => {
    await home.planned(firing);
    await process.tick(home.workspaceId);
    const { details } = lines.findLast(({ event }) => event === 'plannedRun.postponed') ?? {};
    const outcome = outcomeIn(lines, 'trigger.fired', 'trigger.refused') ?? (await home.came(firing));
    return { word: outcome ?? String(details?.['errorKey'] ?? 'server.busy'), means: meaning(outcome) };
  },
};

/** Channels that wait for the receipt of a confirming routine. */
export const waitingChannels: readonly TestedChannel[] = [{ ...webhook(false, 'wait=8'), withinMs: 9_000 }, group];

export const messageIdOf = (key: string): string => `3A${key.replaceAll('-', '').slice(0, 18).toUpperCase()}`;

/** Every channel; a test fails when one of `shared/rules/channels.ts` is missing. */
export const testedChannels: readonly TestedChannel[] = [webhook(false), webhook(true), click, voice, group, schedule];
