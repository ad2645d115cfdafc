import * as fc from 'fast-check';

import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';

import {
  alive,
  attempt,
  connect,
  ended,
  from,
  groupLinked,
  groupUnlinked,
  jids,
  pageOpened,
  pair,
  personOf,
  phoneDoes,
  phones,
  recordOf,
  share,
  survives,
  type LineScene,
  type WorkspaceName,
} from './line-life.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export type LineStep = { act: (life: LineScene) => Promise<void>; [fc.toStringMethod]: () => string };

const phoneNumber = fc.constantFrom(phones[0], phones[0], phones[1]);
const lineState = fc.constantFrom<LineState>(
  'connected',
  'connected',
  'connected',
  'connecting',
  'connecting',
  'awaiting_qr',
  'awaiting_passkey',
  'awaiting_passkey_code',
  'failed',
  'failed',
  'unscanned',
  'broken',
  'broken',
  'stopped',
);
const place = fc.constantFrom<WorkspaceName>('home', 'home', 'office', 'bruno');
const jid = fc.constantFrom(...jids);
/** Most processes survive. */
const writes = fc.oneof({ weight: 4, arbitrary: fc.constant(survives) }, { weight: 1, arbitrary: fc.nat({ max: 6 }) });

const step = <Input>(
  weight: number,
  name: string,
  inputs: fc.Arbitrary<Input>,
  act: (life: LineScene, input: Input) => Promise<unknown>,
) => ({
  weight,
  arbitrary: inputs.map((input): LineStep => ({
    act: async (life) => void (await act(life, input)),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(input)}`,
  })),
});

/** A number shared by two workspaces with a group each, and another user who starts pairing. */
export const opening: readonly ((life: LineScene) => Promise<void>)[] = [
  (life) => pair(life, 'home', phones[0]),
  (life) => groupLinked(life, ['home', jids[0], survives]),
  (life) => share(life, 'office', life.world),
  (life) => groupLinked(life, ['office', jids[1], survives]),
  (life) => connect(life, 'bruno', life.world),
];

export const steps: fc.Arbitrary<LineStep> = fc.oneof(
  step(4, 'connect', fc.tuple(place, writes), (life, [at, dies]) => connect(life, at, alive(life, dies))),
  step(8, 'pair', fc.tuple(place, phoneNumber), (life, [at, phone]) => pair(life, at, phone)),
  step(3, 'share', fc.tuple(fc.constantFrom<WorkspaceName>('home', 'office', 'office'), writes), (life, [at, dies]) =>
    share(life, at, alive(life, dies)),
  ),
  step(3, 'disconnect', fc.tuple(place, writes), async (life, [at, dies]) => {
    const record = await recordOf(life, at);
    if (record) await ended(life, () => alive(life, dies).disconnect(life.users[personOf(at)], record.id));
  }),
  // Closing the dialog never ends a connection, so `endedByPeople` does not change.
  step(2, 'close the dialog', fc.tuple(place, writes), async (life, [at, dies]) => {
    const record = await recordOf(life, at);
    if (record) await attempt(() => alive(life, dies).closeDialog(life.users[personOf(at)], record.id));
  }),
  step(5, 'link group', fc.tuple(place, jid, writes), groupLinked),
  step(1, 'unlink group', fc.tuple(place, jid), groupUnlinked),
  step(5, 'open the page', fc.tuple(place, writes), pageOpened),
  step(1, 'unlink Amazon', place, (life, at) =>
    ended(life, () => life.world.unlink(life.users[personOf(at)], life.workspaces[at])),
  ),
  step(1, 'switch off', fc.constant<WorkspaceName>('office'), async (life, at) => {
    await life.world.subscribe(life.workspaces[at], 'canceled');
    await ended(life, () => life.world.deactivate(life.users[personOf(at)], life.workspaces[at]));
  }),
  step(
    2,
    'subscription',
    fc.tuple(place, fc.constantFrom('active', 'active', 'active', 'canceled')),
    (life, [at, status]) => life.world.subscribe(life.workspaces[at], status),
  ),
  step(5, 'link Amazon', place, (life, at) => {
    const workspaceId = life.workspaces[at];
    return attempt(() => life.world.link(life.users[personOf(at)], workspaceId, `amzn1.account.${workspaceId}`));
  }),

  step(12, 'phone', fc.tuple(place, lineState, phoneNumber, fc.boolean()), phoneDoes),
  step(3, 'the phone removes the device, nobody looks', place, async (life, at) => {
    await phoneDoes(life, [at, 'failed', phones[0], true]);
    life.world.clock.advance(40 * second);
    await life.world.syncDueLines();
  }),
  step(3, 'the phone removes the device, the page opens', fc.tuple(place, writes), async (life, [at, dies]) => {
    await phoneDoes(life, [at, 'failed', phones[0], false]);
    await pageOpened(life, [at, dies]);
  }),
  step(1, 'the gateway loses a line', place, async (life, at) => {
    const record = await recordOf(life, at);
    if (record) life.world.gateway.lines.delete(lineNameOf(record));
  }),
  step(2, 'the gateway is', fc.constantFrom('away', 'back', 'back'), async ({ world }, how) => {
    world.gateway.world.failure = how === 'away' ? 'unreachable' : undefined;
  }),

  step(12, 'deliver', fc.tuple(fc.nat({ max: 30 }), writes), async (life, [index, dies]) => {
    const event = from(life, index);
    if (event) await attempt(() => alive(life, dies).deliver(event));
  }),
  step(2, 'deliver twice at once', fc.nat({ max: 30 }), async (life, index) => {
    const event = from(life, index);
    if (event) await Promise.all([life.world.deliver(event), life.world.deliver(event)]);
  }),
  step(2, 'drop', fc.nat({ max: 30 }), async (life, index) => {
    if (life.bag.length > 0) life.bag.splice(index % life.bag.length, 1);
  }),
  step(2, 'disconnect while hearing', fc.tuple(place, fc.nat({ max: 30 })), async (life, [at, index]) => {
    const record = await recordOf(life, at);
    const event = from(life, index);
    if (!record || !event) return;
    const disconnect = () => life.world.disconnect(life.users[personOf(at)], record.id);
    await Promise.all([ended(life, disconnect), life.world.deliver(event)]);
  }),

  step(
    6,
    'wait',
    fc.constantFrom(second, 20 * second, 40 * second, 40 * second, 3 * minute, 3 * minute, hour, 25 * hour),
    async ({ world }, ms) => world.clock.advance(ms),
  ),
  step(8, 'look at what is due', writes, (life, dies) => attempt(() => alive(life, dies).syncDueLines())),
  step(6, 'reconcile', writes, (life, dies) => attempt(() => alive(life, dies).reconcile())),
  step(6, 'work', writes, async (life, dies) => {
    // After the lease of a dead worker has expired.
    life.world.clock.advance(2 * minute);
    await attempt(() => alive(life, dies).sweepOrCrash());
  }),
);
