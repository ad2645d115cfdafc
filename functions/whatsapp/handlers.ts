import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { Handlers, Person } from '#functions/platform/http/serve.ts';
import type { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { firstLanguage, languageFor, type Language } from '#shared/rules/language.ts';

import { linkGroup } from './groups/link-group.ts';
import { changeGroup, listGroups, unlinkGroup } from './groups/linked-groups.ts';
import { listGatewayGroups } from './groups/list-gateway-groups.ts';
import { checkConnection } from './numbers/check-connection.ts';
import { connectInstance } from './numbers/connect-instance.ts';
import type { InstanceRequest } from './numbers/my-instance.ts';
import { needsGateway } from './numbers/needs-gateway.ts';
import { pairingCode } from './numbers/pairing-code.ts';
import { answerPasskey, confirmPasskey, readPasskey } from './numbers/passkey.ts';
import { profilePicture } from './numbers/profile-picture.ts';
import { qrCode } from './numbers/qr-code.ts';
import { availableInstances, currentInstance, listInstances } from './numbers/read-instances.ts';
import { readLoginState } from './numbers/read-login-state.ts';
import { shareInstance } from './numbers/share-instance.ts';
import { unlinkInstance } from './numbers/unlink-instance.ts';
import { updateDisconnectedStatus } from './numbers/update-disconnected-status.ts';

export type WhatsAppDeps = DepsOf<typeof availableInstances> &
  DepsOf<typeof connectInstance> &
  DepsOf<typeof shareInstance> &
  DepsOf<typeof checkConnection> &
  DepsOf<typeof qrCode> &
  DepsOf<typeof pairingCode> &
  DepsOf<typeof updateDisconnectedStatus> &
  DepsOf<typeof unlinkInstance> &
  DepsOf<typeof profilePicture> &
  DepsOf<typeof listGatewayGroups> &
  DepsOf<typeof listGroups> &
  DepsOf<typeof linkGroup> &
  DepsOf<typeof changeGroup> &
  DepsOf<typeof unlinkGroup>;

export const whatsappHandlers = (deps: WhatsAppDeps): Handlers<typeof whatsappContract> => ({
  currentInstance: (_, { workspaceId }) => currentInstance(deps, workspaceId),
  listInstances: (_, { workspaceId }) => listInstances(deps, workspaceId),
  availableInstances: ({ event }, { userId, workspaceId }) =>
    availableInstances(deps, { userId, workspaceId, language: languageOf(event) }),
  connectInstance: needsGateway(deps.gateways, ({ body: { referenceInstanceId } }, { userId, workspaceId }) =>
    referenceInstanceId === undefined
      ? connectInstance(deps, { userId, workspaceId })
      : shareInstance(deps, { userId, workspaceId, referenceInstanceId }),
  ),
  instanceQrCode: needsGateway(deps.gateways, (call, person) => qrCode(deps, requestOf(call, person))),
  requestPairingCode: needsGateway(deps.gateways, (call, person) =>
    pairingCode(deps, requestOf(call, person), call.body.phone),
  ),
  instanceLogged: needsGateway(deps.gateways, (call, person) => readLoginState(deps, requestOf(call, person))),
  checkConnection: (call, person) => checkConnection(deps, requestOf(call, person)),
  updateDisconnectedStatus: (call, person) => updateDisconnectedStatus(deps, requestOf(call, person)),
  unlinkInstance: (call, person) =>
    unlinkInstance(deps, { ...requestOf(call, person), onlyPairing: call.query.onlyPairing === 'true' }),
  profilePicture: (call, person) => profilePicture(deps, requestOf(call, person), call.query.phone),
  groupsOfInstance: needsGateway(deps.gateways, (call, person) =>
    listGatewayGroups(deps, requestOf(call, person), call.query.locale ?? languageOf(call.event)),
  ),
  readPasskey: needsGateway(deps.gateways, (call, person) => readPasskey(deps, requestOf(call, person))),
  answerPasskey: needsGateway(deps.gateways, (call, person) =>
    answerPasskey(deps, requestOf(call, person), call.body.assertion),
  ),
  confirmPasskey: needsGateway(deps.gateways, (call, person) => confirmPasskey(deps, requestOf(call, person))),
  listGroups: ({ query, event }, { workspaceId }) => listGroups(deps, workspaceId, query.locale ?? languageOf(event)),
  linkGroup: needsGateway(deps.gateways, ({ body }, { userId, workspaceId }) =>
    linkGroup(deps, { userId, workspaceId, jid: body.jid }),
  ),
  changeGroup: ({ params, body }, { workspaceId }) => changeGroup(deps, { workspaceId, groupId: params.id }, body),
  unlinkGroup: ({ params }, { workspaceId }) => unlinkGroup(deps, { workspaceId, groupId: params.id }),
});

type Call = { params: { id: number }; event: APIGatewayProxyEventV2 };

/** Limits the instance to one workspace only if the request has an `x-workspace-id` header. */
const requestOf = (
  { params, event }: Call,
  { userId, workspaceId }: Person & { workspaceId: number },
): InstanceRequest => ({
  userId,
  instanceId: params.id,
  workspaceId: event.headers['x-workspace-id'] === undefined ? undefined : workspaceId,
});

const languageOf = ({ headers }: APIGatewayProxyEventV2): Language =>
  languageFor(firstLanguage(headers['accept-language']));
