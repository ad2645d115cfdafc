import type { ConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import type { EnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { AlexaEnablement } from '#functions/providers/alexa-enablement.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';

import type { AttemptDeps } from '../attempt.ts';

type LinkedOrNot = Pick<WorkspaceItem, 'userId' | 'status' | 'link'>;

export type ConnectDeps = AttemptDeps & {
  secrets: Pick<Secrets, 'amazon' | 'alexa'>;
  amazon: Pick<AmazonLogin, 'authorizeUrl' | 'exchangeCode' | 'tokenInfo'>;
  seal: Pick<Seal, 'seal' | 'open'>;
  /** Absent where this stage does not enable the skill. */
  enablement: AlexaEnablement | undefined;
  comparesAccounts: boolean;
  connecting: Pick<
    ConnectingStore,
    | 'find'
    | 'count'
    | 'begin'
    | 'advance'
    | 'noteEnabled'
    | 'noteOff'
    | 'withdrawOff'
    | 'clearOff'
    | 'fail'
    | 'refuse'
    | 'end'
  >;
  /** What Amazon refuses for everybody. */
  enablingRefused: EnablingRefusedStore;
  workspaces: { find(workspaceId: number): Promise<LinkedOrNot | undefined> };
  findAccess(workspaceId: number): Promise<AccessItem | undefined>;
  /** Asks Amazon whether the grant still counts; an outage changes nothing, and no e-mail tells of its end. */
  checkAccess(workspaceId: number, access: AccessItem): Promise<AccessItem | undefined>;
  findPerson(cookies: readonly string[] | undefined): Promise<Person | undefined>;
  newId: () => string;
  log: Log;
};

/** What a trip at Amazon belongs to. */
export type Trip = NonNullable<SignInState['connect']>;

export type TripAttempt = Pick<SignInState, 'codeVerifier' | 'loginHint'> & { connect: Trip };
