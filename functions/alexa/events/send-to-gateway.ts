import type { TokenStore } from '#functions/data/alexa/token-store.ts';
import type { AccessItem, GatewayRegion } from '#functions/data/items/grant-item.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import type { LogDetails } from '#functions/platform/log.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { AlexaEvents, GatewayReply } from '#functions/providers/alexa-events.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './renew-access-token.ts';
import type { TokenMemory } from './token-memory.ts';

export type SendDeps = RenewDeps & {
  tokens: Pick<TokenStore, 'setRegion' | 'setKnown' | 'scheduleGatewayCheck'>;
  gateway: AlexaEvents;
  memory: TokenMemory;
};

export type SendOutcome =
  | 'sent'
  /** Also returned for a grant that Amazon has not distributed yet. */
  | 'skillNotEnabled'
  /** Only a new grant helps. */
  | 'grantRevoked'
  | 'reinstallSkill'
  | 'throttled'
  | 'unavailable'
  /** May succeed later. */
  | 'rejected'
  /** Never succeeds with this message. */
  | 'malformed'
  | 'tooLarge'
  /** May have reached Amazon. */
  | 'unknown';

export type Sent = {
  outcome: SendOutcome;
  retryAfterSeconds?: number;
  amazonRequestId?: string;
  /** Amazon reported that the skill is disabled. */
  skillIsOff?: true;
  /** In milliseconds. */
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
  /** Called with true before a message is sent, and with false once Amazon has certainly not accepted it. */
  mayArrive?: (may: boolean) => void;
};

/** A token is renewed this long before it expires. */
const renewAheadMs = 300_000;
/** Amazon may need this long to distribute a new grant. Until then, a gateway may not know it yet. */
const distributionMs = 600_000;
/** Storing what a reply revealed about the grant may delay the answer this long. */
const storeMs = 500;

/** The only sender of messages to Alexa. Calls `build` for each attempt, which must keep the `messageId`. */
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
  const call: Call = {
    ...limits,
    deps: withExecutionInLog(deps, executionId),
    holder,
    build,
    deadline,
    mayArrive,
    stages,
  };
  const outcome = await run(call, options.access);
  await storeChanges(call);
  const { retryAfterSeconds, amazonRequestId, skillIsOff } = call;
  return {
    outcome,
    stages,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(amazonRequestId !== undefined && { amazonRequestId }),
    ...(skillIsOff && { skillIsOff }),
  };
}

/** Returns whether a message could be sent now. Renews a token that is about to expire. Never throws. */
export async function readyToSend(
  deps: SendDeps,
  { access, holder }: { access: AccessItem; holder: TokenHolder },
  deadline: Deadline,
): Promise<{ outcome: 'usable' | TokenProblem; ms: number }> {
  const stages = { token: 0, send: 0 };
  const holding = obtainToken({ ...patience.person, deps, holder, deadline, stages }, access).catch(
    (cause: unknown) => {
      deps.log('gateway.tokenNotRenewed', { reason: 'failed' }, cause);
      return 'unavailable' as const;
    },
  );
  const start = deps.now().getTime();
  const held = await deadline.within<OpenedToken | TokenProblem>(holding, () => 'unavailable');
  return { outcome: typeof held === 'string' ? held : 'usable', ms: deps.now().getTime() - start };
}

const withExecutionInLog = (deps: SendDeps, executionId: string | undefined): SendDeps =>
  executionId === undefined
    ? deps
    : { ...deps, log: (event, details, cause) => deps.log(event, { executionId, ...details }, cause) };

type TokenCall = {
  deps: SendDeps;
  holder: TokenHolder;
  deadline: Deadline;
  refreshMs: number;
  limitMs: number;
  stages: Sent['stages'];
};
type Call = TokenCall & {
  build: (token: string) => object;
  callMs: number;
  mayArrive: (may: boolean) => void;
  retryAfterSeconds?: number | undefined;
  amazonRequestId?: string | undefined;
  skillIsOff?: true;
  moved?: { access: AccessItem; region: GatewayRegion };
  /** Set if the gateway's answer contradicts what is stored: whether it knows the skill of this account. */
  known?: { access: AccessItem; isKnown: boolean };
  /** A grant that the gateway does not know, perhaps because it is new. */
  unclear?: AccessItem;
};
type OpenedToken = { access: AccessItem; token: string };
type TokenProblem = 'skillNotEnabled' | 'grantRevoked' | 'unavailable';

async function run(call: Call, known: AccessItem | undefined): Promise<SendOutcome> {
  const held = await obtainToken(call, known);
  if (typeof held === 'string') return held;
  const reply = await post(call, held, held.access.region);
  if (reply.outcome !== 'tokenRefused') return end(call, held, reply);
  // Amazon may refuse a token before its hour is up.
  const renewed = await renew(call, held.access, true);
  if (typeof renewed === 'string') return renewed;
  return end(call, renewed, await post(call, renewed, renewed.access.region));
}

async function obtainToken(call: TokenCall, known: AccessItem | undefined): Promise<OpenedToken | TokenProblem> {
  const { deps } = call;
  const access = known ?? (await deps.tokens.findAccess(call.holder));
  if (!access) return 'skillNotEnabled';
  if (access.state === 'revoked') return 'grantRevoked';
  if (Date.parse(access.tokenExpiresAt) - deps.now().getTime() < renewAheadMs) return renew(call, access, false);
  return measureStage(call, 'token', async () => ({ access, token: await deps.memory.open(access) }));
}

const renew = (call: TokenCall, access: AccessItem, refused: boolean): Promise<OpenedToken | TokenProblem> =>
  measureStage(call, 'token', async () => {
    const { deps, holder, deadline, refreshMs, limitMs } = call;
    const renewal = await renewAccessToken(deps, holder, access, { deadline, refreshMs, limitMs, refused });
    if (renewal.outcome === 'usable') return { access: renewal.access, token: await openToken(deps, renewal) };
    return ({ revoked: 'grantRevoked', gone: 'skillNotEnabled', unavailable: 'unavailable' } as const)[renewal.outcome];
  });

async function openToken(deps: SendDeps, { access, token }: { access: AccessItem; token?: string }): Promise<string> {
  if (token === undefined) return deps.memory.open(access);
  deps.memory.keep(access, token);
  return token;
}

const post = (call: Call, held: OpenedToken, region: GatewayRegion): Promise<GatewayReply> =>
  measureStage(call, 'send', async () => {
    const first = await postOnce(call, held, region);
    return first.outcome === 'notSent' ? postOnce(call, held, region) : first;
  });

async function postOnce(call: Call, { access, token }: OpenedToken, region: GatewayRegion): Promise<GatewayReply> {
  const { deps } = call;
  const timeoutMs = Math.min(call.callMs, call.deadline.left());
  if (timeoutMs <= 0) return { outcome: 'notSent' };
  const message = call.build(token);
  call.mayArrive(true);
  const reply = await deps.gateway.send({ region, token, message, timeoutMs });
  call.amazonRequestId = reply.requestId ?? call.amazonRequestId;
  if (reply.outcome !== 'accepted' && reply.outcome !== 'unknown') call.mayArrive(false);
  if (reply.outcome !== 'accepted') logRefusal(deps, access, region, reply);
  return reply;
}

const ourMistakes: ReadonlySet<GatewayReply['outcome']> = new Set(['noPermission', 'invalidMessage']);

function logRefusal(deps: SendDeps, access: AccessItem, region: GatewayRegion, reply: GatewayReply): void {
  const { outcome, code, status, requestId: amazonRequestId } = reply;
  const event = ourMistakes.has(outcome) ? 'gateway.misconfigured' : 'gateway.notTaken';
  deps.log(event, { reason: outcome, region, code, status, amazonRequestId, tokenVersion: access.version });
}

/** Only this code proves that the message is malformed. A 400 may also come from a proxy. */
const invalidRequest = 'INVALID_REQUEST_EXCEPTION';

const outcomesByReply = {
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

async function end(call: Call, held: OpenedToken, reply: GatewayReply): Promise<SendOutcome> {
  call.retryAfterSeconds = reply.retryAfterSeconds;
  if (reply.outcome === 'accepted' || reply.outcome === 'reinstall')
    noteWhetherKnown(call, held.access, reply.outcome === 'accepted');
  if (reply.outcome === 'tokenRefused' || reply.outcome === 'skillDisabled') {
    return revoke(call, held.access, reply.outcome);
  }
  if (reply.outcome === 'invalidMessage' && reply.code === invalidRequest) return 'malformed';
  if (reply.outcome === 'neverEnabled') return probe(call, held);
  if (reply.outcome === 'forbidden') return (await forceRenewal(call, held)).end ?? 'rejected';
  return outcomesByReply[reply.outcome];
}

/** The grant may belong to another region. The region that accepts the message is stored. */
async function probe(call: Call, held: OpenedToken): Promise<SendOutcome> {
  const { deps } = call;
  for (const region of deps.gateway.regions.filter((other) => other !== held.access.region)) {
    const { outcome, retryAfterSeconds } = await post(call, held, region);
    call.retryAfterSeconds = retryAfterSeconds;
    // The message may have been accepted there.
    if (outcome === 'unknown' || outcome === 'throttled' || outcome === 'unavailable') return outcome;
    if (outcome !== 'accepted') continue;
    call.moved = { access: held.access, region };
    noteWhetherKnown(call, held.access, true);
    return 'sent';
  }
  if (isBeingDistributed(call, held.access)) {
    noteWhetherKnown(call, held.access, false);
    return 'skillNotEnabled';
  }
  const { end: ended, access } = await forceRenewal(call, held);
  if (ended) return ended;
  noteWhetherKnown(call, access, false);
  return 'skillNotEnabled';
}

const distributedAt = ({ grantedAt }: AccessItem): Date => new Date(Date.parse(grantedAt) + distributionMs);

const isBeingDistributed = ({ deps }: Call, access: AccessItem): boolean => deps.now() < distributedAt(access);

function noteWhetherKnown(call: Call, access: AccessItem, isKnown: boolean): void {
  const hasChanged = isKnown !== (access.unknownAt === undefined);
  if (!hasChanged) return;
  if (isKnown || !isBeingDistributed(call, access)) call.known = { access, isKnown };
  else call.unclear = access;
}

/** A failure here does not change the answer. */
async function storeChanges({ deps: { tokens, log }, holder, deadline, moved, known, unclear }: Call): Promise<void> {
  const store = async (event: LogEvent, details: LogDetails, writing: Promise<void>): Promise<void> => {
    const late = (): void => log(event, { ...details, reason: 'tooLate' });
    await withTimeout(Math.min(storeMs, deadline.left()), writing, late).catch((cause: unknown) =>
      log(event, details, cause),
    );
  };
  await Promise.all([
    moved &&
      store('gateway.regionNotKept', { region: moved.region }, tokens.setRegion(holder, moved.access, moved.region)),
    known && store('gateway.knownNotKept', {}, tokens.setKnown(holder, known.access, known.isKnown)),
    unclear &&
      'workspaceId' in holder &&
      store(
        'gateway.knownNotKept',
        {},
        tokens.scheduleGatewayCheck(holder.workspaceId, unclear, distributedAt(unclear)),
      ),
  ]);
}

/** Renews the token, because only this shows whether the grant is valid if a refusal gives no reason. */
async function forceRenewal(
  call: Call,
  { access }: OpenedToken,
): Promise<{ end?: 'grantRevoked'; access: AccessItem }> {
  const renewed = await renew(call, access, true);
  if (renewed === 'grantRevoked') return { end: renewed, access };
  return { access: typeof renewed === 'string' ? access : renewed.access };
}

type GrantEndingReply = 'tokenRefused' | 'skillDisabled';

async function revoke(call: Call, access: AccessItem, reason: GrantEndingReply): Promise<SendOutcome> {
  const as = reason === 'skillDisabled' ? reason : 'accessEnded';
  if ((await call.deps.tokens.revoke(call.holder, access, { as })) === 'overtaken') return 'unavailable';
  if (as === 'skillDisabled') call.skillIsOff = true;
  call.deps.log('gateway.grantRevoked', { reason });
  return 'grantRevoked';
}

async function measureStage<T>(call: TokenCall, stage: keyof Sent['stages'], work: () => Promise<T>): Promise<T> {
  const start = call.deps.now().getTime();
  try {
    return await work();
  } finally {
    call.stages[stage] += call.deps.now().getTime() - start;
  }
}
