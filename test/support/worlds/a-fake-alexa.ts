import * as z from 'zod/mini';

import type { ReportDevicesDeps } from '#functions/alexa/devices/report-devices.ts';
import type { AccessItem } from '#functions/data/alexa/grant-item.ts';
import type { TokenHolder } from '#functions/data/keys.ts';

const message = z.object({
  event: z.object({
    header: z.object({ name: z.string(), messageId: z.string() }),
    endpoint: z.optional(z.object({ endpointId: z.string() })),
    payload: z.object({
      endpoints: z._default(z.array(z.object({ endpointId: z.string(), friendlyName: z.optional(z.string()) })), []),
    }),
  }),
});

/** `takenButLost`: the house hears the message, and the answer gets lost. */
export type AlexaBehaviour =
  | 'fine'
  | 'throttled'
  | 'unavailable'
  | 'takenButLost'
  | 'tooLarge'
  | 'rejected'
  | 'reinstall';

/** Names of devices by id, for each account. */
type Known = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What Alexa knows of each account, by device reports alone; or what another house knows at this moment. */
export function aFakeAlexa(learnt: Known = new Map()) {
  const devices = new Map([...learnt].map(([account, ofIt]) => [account, new Map(ofIt)]));
  const of = (amazonUserId: string): Map<string, string> => {
    const known = devices.get(amazonUserId) ?? new Map<string, string>();
    devices.set(amazonUserId, known);
    return known;
  };
  const heard: { name: string; count: number; bytes: number; messageId: string }[] = [];
  let weather: AlexaBehaviour[] = [];
  const unreachable = new Set<string>();
  let before = (): Promise<unknown> => Promise.resolve();

  return {
    heard,
    /** For another house that knows the same. */
    known: (): Known => devices,
    /** How the next messages fare; fine again afterwards. */
    expect: (...next: AlexaBehaviour[]) => void (weather = next),
    /** How much of that is still to come. */
    ahead: (): number => weather.length,
    /** Happens when the next message is about to leave. */
    beforeNext: (event: () => Promise<unknown>) => void (before = event),
    /** Device ids that a report called unreachable. */
    unreachable,
    listOf: (amazonUserId: string): string[] => [...of(amazonUserId).values()].toSorted(),
    /** Alexa asks for the list, as after enabling the skill. */
    discover(amazonUserId: string, list: readonly { endpointId: string; friendlyName: string }[]): void {
      for (const { endpointId, friendlyName } of list) of(amazonUserId).set(endpointId, friendlyName);
    },
    /** The skill is switched off: Alexa forgets its devices. */
    forget: (amazonUserId: string) => void devices.delete(amazonUserId),

    /** The sender of the worker, as far as the worker sees it. */
    sender:
      (findAccess: (holder: TokenHolder) => Promise<AccessItem | undefined>): ReportDevicesDeps['send'] =>
      async (holder, build) => {
        const event = before;
        before = () => Promise.resolve();
        await event();
        const access = await findAccess(holder);
        if (!access) return { outcome: 'skillNotEnabled' };
        if (access.state === 'revoked') return { outcome: 'grantRevoked' };
        const now = weather.shift() ?? 'fine';
        if (now === 'reinstall') return { outcome: 'reinstallSkill' };
        if (now !== 'fine' && now !== 'takenButLost') return { outcome: now };
        const built = build('gateway-token');
        const { header, endpoint, payload } = message.parse(built).event;
        const text = JSON.stringify(built);
        if (endpoint && text.includes('"UNREACHABLE"')) unreachable.add(endpoint.endpointId);
        else if (endpoint) unreachable.delete(endpoint.endpointId);
        const bytes = Buffer.byteLength(text);
        heard.push({ name: header.name, count: payload.endpoints.length, bytes, messageId: header.messageId });
        for (const { endpointId, friendlyName } of payload.endpoints) {
          if (header.name === 'DeleteReport') of(access.amazonUserId).delete(endpointId);
          else of(access.amazonUserId).set(endpointId, friendlyName ?? '');
        }
        return { outcome: now === 'fine' ? 'sent' : 'unknown' };
      },
  };
}

export type FakeAlexa = ReturnType<typeof aFakeAlexa>;
