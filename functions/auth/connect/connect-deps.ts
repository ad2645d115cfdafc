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
  /** Undefined if this stage cannot enable the skill. */
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
  /** Refusals by Amazon that concern all users. */
  enablingRefused: EnablingRefusedStore;
  workspaces: { find(workspaceId: number): Promise<LinkedOrNot | undefined> };
  findAccess(workspaceId: number): Promise<AccessItem | undefined>;
  /**
   * Asks Amazon whether the grant is still valid. Returns it unchanged during an outage. Sends no e-mail if it has
   * ended.
   */
  checkAccess(workspaceId: number, access: AccessItem): Promise<AccessItem | undefined>;
  findPerson(cookies: readonly string[] | undefined): Promise<Person | undefined>;
  newId: () => string;
  log: Log;
};

/** The flow that a redirect to Amazon belongs to. */
export type ConsentRedirect = NonNullable<SignInState['connect']>;

export type ConsentAttempt = Pick<SignInState, 'codeVerifier' | 'loginHint'> & { connect: ConsentRedirect };
