import type {
  CallResult,
  GatewayError,
  GroupSummary,
  LinePasskey,
  LineSelf,
  LineState,
  LineWebhook,
  WhatsAppGateway,
} from '#functions/providers/whatsapp/gateway.ts';

export type HeldLine = {
  state: LineState;
  self?: LineSelf;
  passkey?: LinePasskey;
  /** The current code to type; only one vendor returns it with the QR code. */
  typed?: string;
  webhook: LineWebhook;
  starts: number;
  restarts: number;
};

/** An in-memory WhatsApp gateway whose phones and network a test controls. */
export function aLineGateway(now: () => Date, shards = [{ id: 'main', capacity: 10_000, draining: false }]) {
  const lines = new Map<string, HeldLine>();
  const world = {
    /** The failure of every call. */
    failure: undefined as GatewayError['code'] | undefined,
    suitable: true,
    showsCodes: true,
    groups: [] as GroupSummary[],
    /** Groups without names. */
    unlisted: [] as string[],
    isWhole: true,
    picture: null as string | null,
    asked: [] as string[],
    assertions: [] as unknown[],
    /** Runs before each response about a line. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  };
  const done = async (act: () => void): Promise<CallResult> => {
    await world.meanwhile?.();
    if (world.failure) return { outcome: 'failed', error: { code: world.failure, retryable: true } };
    act();
    return { outcome: 'ok' };
  };
  const failed = (code: GatewayError['code']) => ({ outcome: 'failed', error: { code, retryable: false } }) as const;
  const snapshot = (line: HeldLine | undefined) => ({
    state: line?.state ?? ('absent' as const),
    ...(line?.self && { self: line.self }),
    ...(line?.passkey && { passkey: line.passkey }),
    asOf: now(),
  });

  const gateway: WhatsAppGateway = {
    createsStopped: false,
    createLine: async ({ lineName }, webhook) => {
      const created = await done(() => lines.set(lineName, { state: 'connecting', webhook, starts: 0, restarts: 0 }));
      return created.outcome === 'ok' ? { outcome: 'ok', snapshot: snapshot(lines.get(lineName)) } : created;
    },
    describeLine: async ({ lineName }) => {
      await world.meanwhile?.();
      return world.failure ? { state: 'unknown', asOf: now() } : snapshot(lines.get(lineName));
    },
    getPairing: async ({ lineName }) => {
      if (world.failure) return failed(world.failure);
      const line = lines.get(lineName);
      if (line?.state === 'connecting' && world.showsCodes) line.state = 'awaiting_qr';
      const state = line?.state ?? 'absent';
      const typed = line?.typed && { typed: line.typed };
      if (state === 'awaiting_qr')
        return { outcome: 'ok', pairing: { kind: 'qr', dataUrl: 'data:image/png;base64,QR', ...typed } };
      return { outcome: 'ok', pairing: { kind: 'none', state } };
    },
    requestPairingCode: async ({ lineName }, phone) => {
      world.asked.push(phone);
      const line = lines.get(lineName);
      if (world.failure || !line) return failed(world.failure ?? 'not_found');
      line.state = 'awaiting_qr';
      return { outcome: 'ok', code: 'ABCD-EFGH' };
    },
    submitPasskey: async ({ lineName }, assertion) =>
      done(() => {
        world.assertions.push(assertion);
        const line = lines.get(lineName);
        if (line) Object.assign(line, { state: 'awaiting_passkey_code', passkey: { code: 'ABCD' } });
      }),
    confirmPasskey: async ({ lineName }) => done(() => connect(lines.get(lineName))),
    startLine: async ({ lineName }) =>
      done(() => {
        const line = lines.get(lineName);
        if (!line) return;
        line.starts += 1;
        if (line.state === 'stopped') line.state = 'connecting';
      }),
    restartLine: async ({ lineName }) =>
      done(() => {
        const line = lines.get(lineName);
        if (line) line.restarts += 1;
      }),
    removeLine: async ({ lineName }) => done(() => void lines.delete(lineName)),
    listLines: async (shardId) => {
      if (world.failure) return failed(world.failure);
      const held = [...lines].map(([lineName, line]) => ({ line: { shardId, lineName }, snapshot: snapshot(line) }));
      return { outcome: 'ok', lines: held };
    },
    listGroups: async () => {
      await world.meanwhile?.();
      const { failure, groups, unlisted, isWhole } = world;
      return failure ? failed(failure) : { outcome: 'ok', groups, unlisted, isWhole };
    },
    profilePicture: async (_, phone) => {
      world.asked.push(phone);
      return world.failure ? null : world.picture;
    },
    sendText: async () => failed('rejected'),
    react: async () => failed('rejected'),
    newMessageId: () => undefined,
    parseWebhook: async () => ({ outcome: 'refused', reason: 'signature' }),
    checkGateway: async () =>
      world.failure ? failed(world.failure) : { outcome: 'ok', version: '1', suitable: world.suitable },
  };

  return {
    world,
    lines,
    gateways: {
      shards: shards.map((shard) => ({ vendor: 'waha' as const, url: 'https://gateway.example', ...shard })),
      of: () => gateway,
    },
    /** Adds the number to this group. */
    takesIn: (jid: string, name: string): void => {
      world.groups = [...world.groups.filter((one) => one.jid !== jid), { jid, name, canPost: true }];
    },
    lineOf: (instanceId: number): HeldLine | undefined =>
      [...lines].findLast(([name]) => name.startsWith(`zb-${instanceId}-`))?.[1],
    namesOf: (instanceId: number): string[] => [...lines.keys()].filter((name) => name.startsWith(`zb-${instanceId}-`)),
    scan: (instanceId: number, phone = `5511${instanceId}`): void =>
      connect([...lines].findLast(([name]) => name.startsWith(`zb-${instanceId}-`))?.[1], phone),
  };
}

function connect(line: HeldLine | undefined, phone = '5511912345678'): void {
  if (!line) throw new Error('There is no such line.');
  delete line.passkey;
  Object.assign(line, { state: 'connected', self: { phone, displayName: 'Ana' } });
}

export type LineGateway = ReturnType<typeof aLineGateway>;
