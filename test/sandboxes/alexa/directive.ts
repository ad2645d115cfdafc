import { randomUUID } from 'node:crypto';

import type { AmazonStore } from '../amazon/store.ts';
import type { SandboxWorld } from '../world.ts';
import { checkSkillReply, type SkillReply } from './check-reply.ts';
import type { AlexaHome, LogEntry } from './entities.ts';
import type { AlexaStore } from './store.ts';

/** Sends a directive to the skill function. Throws if the function does not respond. */
export type Skill = (directive: unknown, signal: AbortSignal) => Promise<unknown>;
export type Deps = {
  world: SandboxWorld;
  store: AlexaStore;
  amazon: AmazonStore;
  skill: Skill;
  /** Receives the skill events. */
  skillEvents: Skill;
};

type Directive = {
  namespace: string;
  name: string;
  endpointId?: string | undefined;
  payload?: unknown;
  /** Why Alexa sent it, for the log; omitted for a user's action. */
  reason?: string;
};
/** `failure` is set if the skill returned no reply or an error. */
export type Exchange = {
  reply: unknown;
  problems: string[];
  ms: number;
  failure?: string | undefined;
  checked?: SkillReply;
};

/** Alexa waits about eight seconds. */
const PATIENCE_MS = 8000;

/** Uses the stored account link if no token is given. */
export async function send(deps: Deps, home: AlexaHome, directive: Directive, bearer?: string): Promise<Exchange> {
  const token = bearer ?? (home.linkGrant === undefined ? undefined : deps.amazon.currentAccess(home.linkGrant));
  if (token === undefined) {
    return {
      reply: null,
      problems: [],
      ms: 0,
      failure: 'Alexa has no account link for this person: disable and enable the skill',
    };
  }
  return sendRaw(deps, home, build(directive, token), directive.reason);
}

/** Sends an event unchanged, even if it is malformed. */
export async function sendRaw(deps: Deps, home: AlexaHome, event: BuiltDirective, reason?: string): Promise<Exchange> {
  const { header, endpoint } = event.directive;
  const name = `${header.namespace} ${header.name}`;
  const text = [endpoint?.endpointId, reason].filter(Boolean).join(', ');
  note(deps, home, { from: 'alexa', name, text, problems: [], ms: null }, event);
  const started = performance.now();
  const exchange = await ask(deps.skill, event);
  const ms = Math.round(performance.now() - started);
  const sent = { ...header, endpointId: endpoint?.endpointId };
  const checked = exchange.failure === undefined ? checkSkillReply(sent, exchange.reply) : undefined;
  const error = checked?.errorType === undefined ? undefined : `${checked.errorType}: ${checked.errorMessage ?? ''}`;
  const failure = exchange.failure ?? error ?? (checked?.isExpected === false ? 'the answer is not valid' : undefined);
  const problems = checked?.problems ?? [];
  const answer = { from: 'skill', name: checked?.name ?? 'no answer', text: failure ?? '', problems, ms } as const;
  note(deps, home, answer, exchange.reply ?? undefined);
  dropLinkIfRefused(deps, home, checked);
  return {
    reply: exchange.reply,
    problems,
    ms,
    ...(failure !== undefined && { failure }),
    ...(checked && { checked }),
  };
}

async function ask(skill: Skill, event: unknown): Promise<{ reply: unknown; failure?: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer within 8 seconds')));
  });
  try {
    return { reply: (await Promise.race([skill(event, signal), tooLate])) ?? null };
  } catch (cause) {
    return { reply: null, failure: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** After these two errors Alexa deletes the account link, and the user has to link again. */
function dropLinkIfRefused({ amazon, store }: Deps, home: AlexaHome, checked: SkillReply | undefined): void {
  const final = ['EXPIRED_AUTHORIZATION_CREDENTIAL', 'INVALID_AUTHORIZATION_CREDENTIAL'];
  if (home.linkGrant === undefined || !final.includes(checked?.errorType ?? '')) return;
  amazon.withdraw(home.linkGrant);
  delete home.linkGrant;
  home.says = 'The skill refused the account link, so it was deleted. Disable and enable the skill again.';
  store.touched(home);
}

export function note(
  { store, world }: Pick<Deps, 'store' | 'world'>,
  home: AlexaHome,
  entry: Omit<LogEntry, 'id' | 'at' | 'message'>,
  message?: unknown,
): void {
  store.addLog(home, { at: world.now().toISOString(), ...entry }, message);
  store.touched(home);
}

type Scope = { type: 'BearerToken'; token: string };
export type BuiltDirective = {
  directive: {
    header: { namespace: string; name: string; messageId: string; payloadVersion: string; correlationToken?: string };
    endpoint?: { scope: Scope; endpointId: string; cookie: Record<string, string> };
    payload: unknown;
  };
};

function build({ namespace, name, endpointId, payload }: Directive, token: string): BuiltDirective {
  const header = { namespace, name, messageId: randomUUID(), payloadVersion: '3' };
  const scope = { type: 'BearerToken', token } as const;
  if (endpointId === undefined) {
    const place = namespace === 'Alexa.Authorization' ? { grantee: scope } : { scope };
    return { directive: { header, payload: { ...(typeof payload === 'object' ? payload : {}), ...place } } };
  }
  const correlated = { ...header, correlationToken: `corr-${randomUUID()}` };
  return { directive: { header: correlated, endpoint: { scope, endpointId, cookie: {} }, payload: payload ?? {} } };
}
