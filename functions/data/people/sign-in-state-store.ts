import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { numericId } from '#shared/contracts/fields.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { providers } from '../items/user-item.ts';
import { signInStateKey } from '../keys.ts';
import { isConditionFailed, type Table } from '../table.ts';

const asker = { userId: z.string(), sessionIdHash: z.string() };

const signInState = z.object({
  provider: providers,
  browserHash: z.string(),
  codeVerifier: z.string(),
  nonce: z.optional(z.string()),
  defaultWorkspaceName: z.optional(z.string()),
  /** Set to link a workspace. */
  link: z.optional(
    z.object({
      ...asker,
      workspaceId: numericId,
      reset: z.optional(z.literal(true)),
      /** The account may be moved away from this link. */
      move: z.optional(z.object({ amazonUserId: z.string(), workspaceId: z.number(), link: z.number() })),
    }),
  ),
  /** Set to enable the skill of a linked workspace. */
  connect: z.optional(
    z.object({
      ...asker,
      /** The redirect: `allow` for the user's consent, then `code` for the code that Alexa spends itself. */
      trip: z.enum(['allow', 'code']),
      chainId: z.string(),
      workspaceId: numericId,
      link: z.number(),
      amazonUserId: z.string(),
      /** Disable the skill first. */
      reset: z.optional(z.literal(true)),
      /** Access token of the consent, sealed for the workspace. */
      sealedToken: z.optional(z.string()),
    }),
  ),
  /** The Amazon account to sign in with. */
  loginHint: z.optional(z.string()),
});

export type SignInState = z.output<typeof signInState>;

const stateItem = z.extend(signInState, { type: z.literal('signInState') });
const lifeMs = 10 * 60_000;
const tokenLifeMs = 5 * 60_000;

export function createSignInStateStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;
  return {
    async add(stateHash: string, state: SignInState, now: Date): Promise<void> {
      const holdsToken = state.connect?.sealedToken !== undefined;
      const expiresAt = epochSeconds(new Date(now.getTime() + (holdsToken ? tokenLifeMs : lifeMs)));
      const Item = { ...signInStateKey(stateHash), type: 'signInState', ...state, expiresAt };
      // No condition: with 256 random bits, only a retry of the same write collides.
      await table.doc.send(new PutCommand({ TableName, Item }));
    },

    /** Returns a state once, and only to the browser that began the attempt. */
    async take(stateHash: string, browserHash: string, now: Date): Promise<SignInState | undefined> {
      const taking = new DeleteCommand({
        TableName,
        Key: signInStateKey(stateHash),
        ConditionExpression: 'browserHash = :browserHash',
        ExpressionAttributeValues: { ':browserHash': browserHash },
        ReturnValues: 'ALL_OLD',
      });
      try {
        const { Attributes } = await table.doc.send(taking);
        return parseItem(stateItem, live(Attributes, now), report);
      } catch (error) {
        if (isConditionFailed(error)) return undefined;
        throw error;
      }
    },
  };
}
