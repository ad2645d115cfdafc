import * as z from 'zod/mini';

import type { ReportDevicesDeps } from '#functions/alexa/devices/report-devices.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
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

export type AlexaBehaviour =
  | 'fine'
  | 'throttled'
  | 'unavailable'
  /** Alexa receives the message, but its response is lost. */
  | 'takenButLost'
  | 'tooLarge'
  | 'rejected'
  | 'malformed'
  | 'reinstall';

type Known = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The devices that Alexa knows of each account from device reports. */
export function aFakeAlexa(learnt: Known = new Map()) {
  const devices = new Map([...learnt].map(([account, ofIt]) => [account, new Map(ofIt)]));
  const of = (amazonUserId: string): Map<string, string> => {
    const known = devices.get(amazonUserId) ?? new Map<string, string>();
    devices.set(amazonUserId, known);
    return known;
  };
  const heard: { name: string; count: number; bytes: number; messageId: string }[] = [];
  let failure: AlexaBehaviour[] = [];
  const unreachable = new Set<string>();
  let before = (): Promise<unknown> => Promise.resolve();

  return {
    heard,
    known: (): Known => devices,
    /** Applies to the next messages. Afterwards it behaves normally again. */
    expect: (...next: AlexaBehaviour[]) => void (failure = next),
    ahead: (): number => failure.length,
    beforeNext: (event: () => Promise<unknown>) => void (before = event),
    unreachable,
    listOf: (amazonUserId: string): string[] => [...of(amazonUserId).values()].toSorted(),
    discover(amazonUserId: string, list: readonly { endpointId: string; friendlyName: string }[]): void {
      for (const { endpointId, friendlyName } of list) of(amazonUserId).set(endpointId, friendlyName);
    },
    forget: (amazonUserId: string) => void devices.delete(amazonUserId),

    /** The sender as the worker uses it. */
    sender:
      (findAccess: (holder: TokenHolder) => Promise<AccessItem | undefined>): ReportDevicesDeps['send'] =>
      async (holder, build) => {
        const event = before;
        before = () => Promise.resolve();
        await event();
        const access = await findAccess(holder);
        if (!access) return { outcome: 'skillNotEnabled' };
        if (access.state === 'revoked') return { outcome: 'grantRevoked' };
        const now = failure.shift() ?? 'fine';
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
