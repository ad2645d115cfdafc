import type { AccessItem, GatewayRegion } from '#functions/data/alexa/grant-item.ts';
import type { TokenStore } from '#functions/data/alexa/token-store.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { AlexaEvents, GatewayReply } from '#functions/providers/alexa-events.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './renew-access-token.ts';
import type { TokenMemory } from './token-memory.ts';

export type SendDeps = RenewDeps & {
  tokens: Pick<TokenStore, 'setRegion'>;
  gateway: AlexaEvents;
  memory: TokenMemory;
};

export type SendOutcome =
  | 'sent'
  | 'skillNotEnabled'
  | 'grantRevoked'
  | 'reinstallSkill'
  | 'throttled'
  | 'unavailable'
  | 'rejected'
  | 'malformed'
  | 'tooLarge'
  | 'unknown';

/**
 * Only `sent`, and perhaps `unknown`, reached Amazon. `rejected` may pass, `malformed` never will; `grantRevoked` is
 * final; `skillNotEnabled` may also be a grant that Amazon has not spread yet.
 */
export type Sent = {
  outcome: SendOutcome;
  retryAfterSeconds?: number;
  amazonRequestId?: string;
  /** Milliseconds. */
  stages: { token: number; send: number };
};

const patience = {
  person: { refreshMs: 3_000, callMs: 2_500, limitMs: limitsMs.person },
  background: { refreshMs: 10_000, callMs: 10_000, limitMs: limitsMs.background },
} as const;

export type SendOptions = {
  access?: AccessItem;
  patience?: keyof typeof patience;
  executionId?: string;
  /** Called with true before a message leaves, and with false once Amazon has surely not taken it. */
  mayArrive?: (may: boolean) => void;
};

/** Renewal begins this long before the token runs out. */
const renewAheadMs = 300_000;
/** After a new grant, "never enabled" may only mean that it has not spread. */
const spreadingMs = 600_000;
/** Storing another region may delay an answer by so long. */
const keepRegionMs = 500;

/** The only sender of messages to Alexa; `build` is called once per attempt and has to keep the `messageId`. */
export async function sendToGateway(
  deps: SendDeps,
  holder: TokenHolder,
  build: (token: string) => object,
  deadline: Deadline,
  options: SendOptions = {},
): Promise<Sent> {
  const limits = patience[options.patience ?? 'person'];
  const { mayArrive = () => undefined, executionId } = options;
  const stages = { token: 0, send: 0 };
  const call: Call = { ...limits, deps: saying(deps, executionId), holder, build, deadline, mayArrive, stages };
  const outcome = await run(call, options.access);
  if (call.moved) await keepRegion(call, call.moved);
  const { retryAfterSeconds, amazonRequestId } = call;
  return {
    outcome,
    stages,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(amazonRequestId !== undefined && { amazonRequestId }),
  };
}

const saying = (deps: SendDeps, executionId: string | undefined): SendDeps =>
  executionId === undefined
    ? deps
    : { ...deps, log: (event, details, cause) => deps.log(event, { executionId, ...details }, cause) };

type Call = {
  deps: SendDeps;
  holder: TokenHolder;
  build: (token: string) => object;
  deadline: Deadline;
  refreshMs: number;
  callMs: number;
  limitMs: number;
  mayArrive: (may: boolean) => void;
  stages: Sent['stages'];
  retryAfterSeconds?: number | undefined;
  amazonRequestId?: string | undefined;
  moved?: { access: AccessItem; region: GatewayRegion };
};
type Held = { access: AccessItem; token: string };

async function run(call: Call, known: AccessItem | undefined): Promise<SendOutcome> {
  const held = await hold(call, known);
  if (typeof held === 'string') return held;
  const reply = await post(call, held, held.access.region);
  if (reply.outcome !== 'tokenRefused') return end(call, held, reply);
  // Amazon may refuse a token before its hour is up.
  const renewed = await renew(call, held.access, true);
  if (typeof renewed === 'string') return renewed;
  return end(call, renewed, await post(call, renewed, renewed.access.region));
}

async function hold(call: Call, known: AccessItem | undefined): Promise<Held | SendOutcome> {
  const { deps } = call;
  const access = known ?? (await deps.tokens.findAccess(call.holder));
  if (!access) return 'skillNotEnabled';
  if (access.state === 'revoked') return 'grantRevoked';
  if (Date.parse(access.tokenExpiresAt) - deps.now().getTime() < renewAheadMs) return renew(call, access, false);
  return timed(call, 'token', async () => ({ access, token: await deps.memory.open(access) }));
}

const renew = (call: Call, access: AccessItem, refused: boolean): Promise<Held | SendOutcome> =>
  timed(call, 'token', async () => {
    const { deps, holder, deadline, refreshMs, limitMs } = call;
    const renewal = await renewAccessToken(deps, holder, access, { deadline, refreshMs, limitMs, refused });
    if (renewal.outcome === 'usable') return { access: renewal.access, token: await tokenOf(deps, renewal) };
    return ({ revoked: 'grantRevoked', gone: 'skillNotEnabled', unavailable: 'unavailable' } as const)[renewal.outcome];
  });

async function tokenOf(deps: SendDeps, { access, token }: { access: AccessItem; token?: string }): Promise<string> {
  if (token === undefined) return deps.memory.open(access);
  deps.memory.keep(access, token);
  return token;
}

const post = (call: Call, held: Held, region: GatewayRegion): Promise<GatewayReply> =>
  timed(call, 'send', async () => {
    const first = await postOnce(call, held, region);
    return first.outcome === 'notSent' ? postOnce(call, held, region) : first;
  });

async function postOnce(call: Call, { access, token }: Held, region: GatewayRegion): Promise<GatewayReply> {
  const { deps } = call;
  const timeoutMs = Math.min(call.callMs, call.deadline.left());
  if (timeoutMs <= 0) return { outcome: 'notSent' };
  const message = call.build(token);
  call.mayArrive(true);
  const reply = await deps.gateway.send({ region, token, message, timeoutMs });
  call.amazonRequestId = reply.requestId ?? call.amazonRequestId;
  if (reply.outcome !== 'accepted' && reply.outcome !== 'unknown') call.mayArrive(false);
  if (reply.outcome !== 'accepted') note(deps, access, region, reply);
  return reply;
}

const ourMistakes: ReadonlySet<GatewayReply['outcome']> = new Set(['noPermission', 'invalidMessage']);

function note(deps: SendDeps, access: AccessItem, region: GatewayRegion, reply: GatewayReply): void {
  const { outcome, code, status, requestId: amazonRequestId } = reply;
  const event = ourMistakes.has(outcome) ? 'gateway.misconfigured' : 'gateway.notTaken';
  deps.log(event, { reason: outcome, region, code, status, amazonRequestId, tokenVersion: access.version });
}

/** Other refusals, such as a page of a proxy, say nothing about the message itself. */
const invalidRequest = 'INVALID_REQUEST_EXCEPTION';

const plainEnds = {
  accepted: 'sent',
  noPermission: 'rejected',
  invalidMessage: 'rejected',
  reinstall: 'reinstallSkill',
  tooLarge: 'tooLarge',
  throttled: 'throttled',
  unavailable: 'unavailable',
  notSent: 'unavailable',
  unknown: 'unknown',
} as const satisfies Readonly<Partial<Record<GatewayReply['outcome'], SendOutcome>>>;

async function end(call: Call, held: Held, reply: GatewayReply): Promise<SendOutcome> {
  call.retryAfterSeconds = reply.retryAfterSeconds;
  if (reply.outcome === 'tokenRefused' || reply.outcome === 'skillDisabled') {
    return revoke(call, held.access, reply.outcome);
  }
  if (reply.outcome === 'invalidMessage' && reply.code === invalidRequest) return 'malformed';
  if (reply.outcome === 'neverEnabled') return probe(call, held);
  // No reason given: only the refresh token can say whether the grant still stands.
  if (reply.outcome === 'forbidden') return (await isRevoked(call, held)) ? 'grantRevoked' : 'rejected';
  return plainEnds[reply.outcome];
}

/** The grant may belong to another region: the one that takes the message is right from now on. */
async function probe(call: Call, held: Held): Promise<SendOutcome> {
  const { deps } = call;
  for (const region of deps.gateway.regions.filter((other) => other !== held.access.region)) {
    const { outcome, retryAfterSeconds } = await post(call, held, region);
    call.retryAfterSeconds = retryAfterSeconds;
    // Perhaps it was taken there.
    if (outcome === 'unknown' || outcome === 'throttled' || outcome === 'unavailable') return outcome;
    if (outcome !== 'accepted') continue;
    call.moved = { access: held.access, region };
    return 'sent';
  }
  const isNew = deps.now().getTime() - Date.parse(held.access.grantedAt) < spreadingMs;
  return !isNew && (await isRevoked(call, held)) ? 'grantRevoked' : 'skillNotEnabled';
}

async function keepRegion({ deps, holder, deadline }: Call, { access, region }: NonNullable<Call['moved']>) {
  const ms = Math.min(keepRegionMs, deadline.left());
  try {
    await withTimeout<unknown>(ms, deps.tokens.setRegion(holder, access, region), () =>
      deps.log('gateway.regionNotKept', { region, reason: 'tooLate' }),
    );
  } catch (cause) {
    deps.log('gateway.regionNotKept', { region }, cause);
  }
}

const isRevoked = async (call: Call, held: Held): Promise<boolean> =>
  (await renew(call, held.access, true)) === 'grantRevoked';

type Ended = 'tokenRefused' | 'skillDisabled';

async function revoke(call: Call, access: AccessItem, reason: Ended): Promise<SendOutcome> {
  const as = reason === 'skillDisabled' ? reason : 'accessEnded';
  if ((await call.deps.tokens.revoke(call.holder, access, { as })) === 'overtaken') return 'unavailable';
  call.deps.log('gateway.grantRevoked', { reason });
  return 'grantRevoked';
}

async function timed<T>(call: Call, stage: keyof Sent['stages'], work: () => Promise<T>): Promise<T> {
  const start = call.deps.now().getTime();
  try {
    return await work();
  } finally {
    call.stages[stage] += call.deps.now().getTime() - start;
  }
}
