import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import type { RunFacts } from '#functions/data/triggers/run-store.ts';
import { hashOf, sameText } from '#functions/platform/hashes.ts';
import { tokensOf } from '#functions/platform/http/token-of.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';
import { coversTrigger, parseAccessKeyToken } from '#shared/rules/access-keys.ts';

type Workspace = NonNullable<RunFacts['workspace']>;

/** A caller by its secret. An access key only grants its own rights. */
export type WebhookCaller = {
  accessKeyId?: string;
  /** Id of the message, for a signed call. */
  messageId?: string;
  mayFire: (workspace: Workspace, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
  mayRead: (workspace: Workspace, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
};

/** Without a trigger, a key for any trigger is accepted. */
type Target = { workspaceId: number; triggerId?: string; now: Date };

/**
 * Returns one caller for all tokens of the workspace, and one for each access key. There may be several, because
 * clients send a stale token with a valid one.
 */
export function callersByToken(event: APIGatewayProxyEventV2, target: Target): WebhookCaller[] {
  const digests = new Map<string | undefined, string[]>();
  for (const token of tokensOf(event)) {
    const place = parseAccessKeyToken(token);
    const id = place?.workspaceId === target.workspaceId ? place.id : undefined;
    digests.set(id, [...(digests.get(id) ?? []), hashOf(token)]);
  }
  return [...digests].map(([id, those]) =>
    id === undefined ? byWorkspace(those, target) : byAccessKey(id, those, target),
  );
}

function byAccessKey(id: string, digests: readonly string[], { triggerId, now }: Target): WebhookCaller {
  const opens = (key: AccessKeyItem | undefined): key is AccessKeyItem =>
    key !== undefined &&
    // A guest's page has its own endpoints.
    key.page !== true &&
    anyOf(digests, (digest) => isSecretOf(key, digest, now)) &&
    (triggerId === undefined || coversTrigger(key, triggerId));
  return {
    accessKeyId: id,
    mayFire: (_, key) => opens(key) && key.right === 'fire',
    mayRead: (_, key) => opens(key),
  };
}

function byWorkspace(digests: readonly string[], { now }: Target): WebhookCaller {
  const mayFire = ({ tokenHash, oldTokenHash, oldTokenUntil }: Workspace): boolean =>
    anyOf(digests, (digest) => sameText(digest, tokenHash) || isOld(digest, oldTokenHash, oldTokenUntil, now));
  return { mayFire, mayRead: mayFire };
}

/** Compares every digest, so that the response time does not reveal which one matched. */
const anyOf = (digests: readonly string[], isRight: (digest: string) => boolean): boolean =>
  digests.map(isRight).includes(true);

/** Refusals of a secret that is unknown here or no longer valid. */
const ofSecret: ReadonlySet<string> = new Set<RefusalCode>([
  'trigger.notFound',
  'workspace.notFound',
  'accessKey.ended',
  'accessKey.usedUp',
  'accessKey.firesNowOnly',
]);

/** Causes the same reads as a caller with an unknown secret. */
const nobody: WebhookCaller = { mayFire: () => false, mayRead: () => false };

/** Each caller costs a read. */
const maxCallers = 4;

/**
 * Calls `work` with each caller until one is accepted. If none is accepted, throws that an access key has ended, or the
 * refusal of the last caller.
 */
export async function asFirstAllowed<T>(
  callers: readonly WebhookCaller[],
  work: (caller: WebhookCaller) => Promise<T>,
): Promise<T> {
  const [caller = nobody, ...others] = callers.slice(0, maxCallers);
  if (others.length === 0) return work(caller);
  try {
    return await work(caller);
  } catch (error) {
    if (!(error instanceof Refusal) || !ofSecret.has(error.code)) throw error;
    return asFirstAllowed(others, work).catch((later: unknown) => {
      throw later instanceof Refusal && later.status === 404 ? error : later;
    });
  }
}

export const isSecretOf = ({ hash, oldHash, oldUntil }: AccessKeyItem, digest: string, now: Date): boolean =>
  (hash !== undefined && sameText(digest, hash)) || isOld(digest, oldHash, oldUntil, now);

const isOld = (digest: string, old: string | undefined, until: string | undefined, now: Date): boolean =>
  old !== undefined && until !== undefined && Date.parse(until) > now.getTime() && sameText(digest, old);
