import { randomUUID } from 'node:crypto';

import { GetCommand } from '@aws-sdk/lib-dynamodb';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { deviceIdOf } from '#functions/data/items/trigger-item.ts';
import type { Table } from '#functions/data/table.ts';
import { newToken } from '#functions/platform/hashes.ts';
import type { GatewayError, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { wahaWebhook } from '#functions/providers/whatsapp/waha/waha-webhook.ts';
import { changeGroup } from '#functions/whatsapp/groups/linked-groups.ts';
import { connectInstance } from '#functions/whatsapp/numbers/connect-instance.ts';
import { readLoginState } from '#functions/whatsapp/numbers/read-login-state.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { whatsappInbound } from '#functions/wiring/whatsapp-inbound.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import type { SuccessStyle } from '#shared/rules/group-commands/success-styles.ts';

import { aDelivery, aMessage, anEvent as aWahaEvent } from '../../wire/whatsapp/waha-deliveries.ts';
import { aLineGateway } from './a-line-gateway.ts';
import { aClock } from './alexa-world.ts';
import { anEvent } from './an-event.ts';
import { testWorld } from './test-world.ts';
import { whatsappWorld } from './whatsapp-world.ts';

export const home = '120363999000111222@g.us';

/** `as` names the sender, whom WhatsApp identifies by a LID. */
export type TypedMessage = {
  as?: string;
  id?: string;
  jid?: string;
  ago?: number;
  changes?: object;
};

/** A function decides when to respond. */
type Sending = Partial<Sent> | (() => Promise<Partial<Sent>>);

type Webhook = { url: string; secret: string };

type Behaviour = {
  sent: Sending;
  mute: GatewayError['code'] | undefined;
  /** The result of reactions. */
  reaction: GatewayError['code'] | undefined;
  onReact: (emoji: string) => unknown;
  onSay: () => unknown;
  /** Called while a receipt is awaited. */
  onPause: () => unknown;
  /** Whether we choose the ids of replies, as with WAHA. */
  choosesIds: boolean;
};

/** Groups that the product listens to. Members type, and deliveries are signed like WAHA's. */
export function aWhatsApp(table: Table, settings: Readonly<Record<string, string>> = {}) {
  const clock = aClock();
  const { now } = clock;
  const lineGateway = aLineGateway(now);
  const world = whatsappWorld(table, lineGateway, clock);
  const behave: Behaviour = {
    sent: {},
    mute: undefined,
    reaction: undefined,
    onReact: () => undefined,
    onSay: () => undefined,
    onPause: () => undefined,
    choosesIds: true,
  };
  const seen = {
    said: [] as { jid: string; text: string; replyTo?: string | undefined; messageId?: string | undefined }[],
    reactions: [] as string[],
    reactedTo: [] as string[],
    /** Texts and success reactions, in order. */
    answers: [] as string[],
    sentEvents: [] as string[],
    logged: [] as { event: string; details: object; cause?: unknown }[],
    metrics: [] as object[],
  };
  let sentIds = 0;
  const newMessageId = (about?: string): string => `3EB0${about ?? String((sentIds += 1)).padStart(18, '0')}`;
  const gateway: WhatsAppGateway = {
    ...lineGateway.gateways.of(),
    newMessageId: (about) => (behave.choosesIds ? newMessageId(about) : undefined),
    async sendText(_, jid, text, { replyTo, messageId = newMessageId() } = {}) {
      // A reply that may have arrived is not repeated.
      if (behave.mute)
        return { outcome: 'failed', error: { code: behave.mute, retryable: behave.mute !== 'unreachable' } };
      seen.said.push({ jid, text, replyTo, messageId });
      seen.answers.push(text);
      await behave.onSay();
      return { outcome: 'ok', sent: { messageId, replyHandle: `true_${jid}_${messageId}` } };
    },
    async react(_, handle, emoji) {
      seen.reactions.push(emoji);
      seen.reactedTo.push(handle);
      if (behave.reaction) return { outcome: 'failed', error: { code: behave.reaction, retryable: true } };
      if (emoji === '✅' || emoji === '☑️') seen.answers.push(emoji);
      await behave.onReact(emoji);
      return { outcome: 'ok' };
    },
    parseWebhook: wahaWebhook({ shard: { id: 'main', url: 'https://gateway.example' }, now }),
  };
  const names = new Map<string, string>();
  const send = async ({ deviceId }: { deviceId: string }): Promise<Sent> => {
    seen.sentEvents.push(names.get(deviceId) ?? deviceId);
    const reported = typeof behave.sent === 'function' ? await behave.sent() : behave.sent;
    return { outcome: 'sent', stages: { token: 0, send: 1 }, ...reported };
  };
  const log = (event: string, details: object = {}, cause?: unknown): void =>
    void seen.logged.push({ event, details, ...(cause !== undefined && { cause }) });

  /** The function in one process. After it dies, it does nothing more. */
  const process = (on: Table, died = () => false) => {
    const ifAlive = <T>(deed: () => Promise<T>): Promise<T> => (died() ? new Promise<T>(() => undefined) : deed());
    const living: WhatsAppGateway = {
      ...gateway,
      sendText: (...given) => ifAlive(() => gateway.sendText(...given)),
      react: (...given) => ifAlive(() => gateway.react(...given)),
    };
    const ground = testWorld({
      table: on,
      settings,
      now,
      log,
      metrics: (_, dimensions) => void seen.metrics.push(dimensions),
      pause: async (ms) => {
        clock.advance(ms);
        await behave.onPause();
      },
    });
    return whatsappInbound(ground, {
      gateways: { ...lineGateway.gateways, of: () => living },
      execute: execution(ground, (target) => ifAlive(() => send(target))),
    });
  };
  const warm = process(table);
  type Given = { key?: string; process?: typeof warm; webhook?: Webhook };
  const webhookOf = (instanceId: number): Webhook => lineGateway.lineOf(instanceId)?.webhook ?? { url: '', secret: '' };
  const pair = async (userId: string, workspaceId: number): Promise<number> => {
    const { id: instanceId } = await connectInstance({ ...world.deps, newToken }, { userId, workspaceId });
    lineGateway.scan(instanceId);
    await readLoginState(world.deps, { userId, workspaceId, instanceId });
    return instanceId;
  };

  const deliver = async (instanceId: number, event: object, given: Given = {}) => {
    const { url, secret } = given.webhook ?? webhookOf(instanceId);
    const [, shard = '', lineKey = ''] = /\/prod\/whatsapp\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
    const { rawBody, headers } = aDelivery(event, given.key ?? secret);
    const request = anEvent({
      route: 'POST /whatsapp/{shard}/{lineKey}',
      params: { shard, lineKey },
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ''])),
      body: rawBody.toString('base64'),
    });
    const answer = await (given.process ?? warm)({ ...request, isBase64Encoded: true });
    return answer.statusCode;
  };

  let messageIds = 0;
  const messageEvent = (
    instanceId: number,
    body: string,
    { as = 'carla', id, jid, ago = 0, changes }: TypedMessage = {},
  ) => {
    const messageId = id ?? `3AFFEE${String((messageIds += 1)).padStart(14, '0')}`;
    const lid = `${Buffer.from(as).toString('hex').replace(/\D/g, '7').padEnd(12, '0').slice(0, 12)}@lid`;
    const group = jid ?? home;
    const payload = aMessage(
      {
        id: `false_${group}_${messageId}_${lid}`,
        timestamp: Math.floor((now().getTime() - ago) / 1000),
        from: group,
        participant: lid,
        to: lid,
        body,
        ...changes,
      },
      { PushName: as, SenderAlt: null },
    );
    return wahaEvent(instanceId, 'message.any', payload);
  };
  const wahaEvent = (instanceId: number, event: string, payload: object): object =>
    aWahaEvent(event, payload, {
      id: `evt_${randomUUID()}`,
      timestamp: now().getTime(),
      session: lineGateway.namesOf(instanceId).at(-1),
    });

  return {
    ...seen,
    gateways: { ...lineGateway.gateways, of: () => gateway },
    log,
    clock,
    world,
    lineGateway,
    behave,
    process,
    deliver,
    webhookOf,
    pair,
    messageEvent,
    wahaEvent,
    type: (instanceId: number, body: string, typed: TypedMessage = {}) =>
      deliver(instanceId, messageEvent(instanceId, body, typed)),
    texts: (): string[] => seen.said.map(({ text }) => text),
    /** The log entry of the last reply. */
    answered: (): object | undefined => seen.logged.findLast(({ event }) => event === 'group.answered')?.details,
    quiet(): void {
      for (const list of Object.values(seen)) list.length = 0;
    },

    /** A workspace with a number, a linked group and triggers with these names. */
    async aHome(
      wanted: readonly string[] = [],
      given: { status?: SubscriptionStatus; jid?: string; successAs?: SuccessStyle } = {},
    ) {
      const userId = `u-${randomUUID()}`;
      const workspaceId = await world.addReady(userId, { isDefault: true });
      await world.enableSkill(`amzn1.account.${workspaceId}`);
      const triggers: Record<string, string> = {};
      for (const name of wanted) {
        triggers[name] = (await world.createTrigger(workspaceId, name)) ?? '';
        names.set(deviceIdOf(triggers[name]), name);
      }
      const instanceId = await pair(userId, workspaceId);
      const group = await world.linkGroup(userId, workspaceId, given.jid ?? home);
      if (given.successAs)
        await changeGroup(world.deps, { workspaceId, groupId: group.id }, { successAs: given.successAs });
      if (given.status) await world.subscribe(workspaceId, given.status);
      this.quiet();
      return { userId, workspaceId, instanceId, group, triggers };
    },

    item: async (Key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> =>
      (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item,
  };
}

export type WhatsApp = ReturnType<typeof aWhatsApp>;
