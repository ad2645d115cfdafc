import * as z from 'zod/mini';

import { chipStatuses } from '../rules/chip-status.ts';
import { successStyles } from '../rules/group-commands/success-styles.ts';
import { languageCodes } from '../rules/language.ts';
import { lineEnds } from '../rules/line-ends.ts';
import { phonePattern } from '../rules/phone-digits.ts';
import { contract, type Endpoint } from './endpoint.ts';
import { idText, numericId, userIdIgnored } from './fields.ts';
import { passkeyAssertion, passkeyChallenge } from './passkey.ts';

const chipStatus = z.enum(chipStatuses);

const instance = z.object({
  id: numericId,
  workspaceId: numericId,
  /** With a leading `+`; null until a number is paired. */
  phone: z.nullable(z.string()),
  contactName: z.string(),
  contactPicture: z.nullable(z.string()),
  chipStatus,
  /** The instance that holds the shared number. */
  referencedInstanceId: z.nullable(numericId),
});

export type Instance = z.output<typeof instance>;

/** API clients expect this text when the name is missing. */
export const contactNameMissing = 'Nome não disponível';

/** Either a request to sign on a page of WhatsApp, or a code to compare. */
const passkey = z.union([z.object({ code: z.string() }), z.object({ challenge: passkeyChallenge })]);

export type PasskeyStep = z.output<typeof passkey>;

const groupChoice = z.object({
  jid: z.string(),
  name: z.string(),
  /** Null if only administrators may write: commands work, but replies may not arrive. */
  canPost: z.nullable(z.boolean()),
});

export type GroupChoice = z.output<typeof groupChoice>;

/** How the group is notified that a command worked. */
const successAs = z.enum(successStyles);

/** The word or sign that each command begins with; null if none is required. */
const prefix = z.nullable(z.string()).check(z.meta({ examples: ['casa'] }));

const group = z.object({
  id: numericId,
  name: z.string(),
  jid: z.string(),
  workspaceId: numericId,
  successAs,
  prefix,
});

export type Group = z.output<typeof group>;

const available = z.object({
  id: numericId,
  contactName: z.nullable(z.string()),
  workspaceName: z.string(),
  workspaceId: numericId,
});

export type AvailableInstance = z.output<typeof available>;

/**
 * Without `X-Workspace-Id` this finds any instance of the user, so that a client can remove another workspace's number.
 */
const byId = {
  access: 'session',
  scope: 'workspace',
  params: z.object({ id: idText }),
  owned: { 'params.id': 'instance' },
} as const satisfies Partial<Endpoint>;

const inWorkspace = { access: 'session', scope: 'workspace' } as const;

export const whatsappContract = contract({
  currentInstance: {
    method: 'GET',
    path: '/api/zapbox-instances/current',
    ...inWorkspace,
    reply: z.object({ instance: z.nullable(instance), referencedWorkspaceName: z.nullable(z.string()) }),
    summary: "The workspace's WhatsApp number, and the workspace that shares it, if any",
  },
  listInstances: {
    method: 'GET',
    path: '/api/zapbox-instances',
    ...inWorkspace,
    query: z.object({ workspaceId: z.optional(idText) }),
    reply: z.array(instance),
    owned: { 'query.workspaceId': 'workspace' },
    summary: 'Instances of a workspace: none before the first connection, then one',
  },
  availableInstances: {
    method: 'GET',
    path: '/api/zapbox-instances/available',
    ...inWorkspace,
    reply: z.array(available),
    summary: 'Connected numbers of the user’s other active workspaces, which can be shared with this one',
  },
  connectInstance: {
    method: 'POST',
    path: '/api/zapbox-instances/connect',
    ...inWorkspace,
    body: z._default(
      z.object({
        /** Absent when the workspace connects its own number. */
        referenceInstanceId: z.optional(numericId),
      }),
      {},
    ),
    reply: instance,
    owned: { 'body.referenceInstanceId': 'instance' },
    summary: 'Start pairing a number, or share a connected one',
  },
  instanceQrCode: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/qrcode',
    ...byId,
    /** A data URL; empty if no code arrived in time. */
    reply: z.object({ qrcode: z.string() }),
    summary: 'The QR code to scan now',
  },
  requestPairingCode: {
    method: 'POST',
    path: '/api/zapbox-instances/{id}/pairing-code',
    ...byId,
    /** The number to connect, with its country code. */
    body: z.object({ phone: z.string().check(z.regex(phonePattern), z.meta({ examples: ['+5511955500001'] })) }),
    reply: z.object({ code: z.string() }),
    mayConflict: true,
    summary: 'A code to type on the phone instead of scanning; request it before a QR code',
  },
  instanceLogged: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/logged',
    ...byId,
    reply: z.object({
      logged: z.boolean(),
      chipStatus,
      qrcode: z.optional(z.string()),
      /** The current code to type, if it replaces an earlier one. */
      code: z.optional(z.string()),
      passkey: z.optional(passkey),
      /** Only if the line ended without a request by the user. */
      ended: z.optional(z.enum(lineEnds)),
    }),
    summary: 'The progress of pairing',
  },
  checkConnection: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/check-connection',
    ...byId,
    reply: z.object({ connected: z.boolean() }),
    summary: 'Whether the number is still connected; a transient failure does not count as lost',
  },
  updateDisconnectedStatus: {
    method: 'POST',
    path: '/api/zapbox-instances/{id}/update-disconnected-status',
    ...byId,
    reply: z.object({ groupsDeleted: z.boolean() }),
    summary: 'Check a connection that looks lost, and clean up if it is',
  },
  unlinkInstance: {
    method: 'DELETE',
    path: '/api/zapbox-instances/{id}/unlink',
    ...byId,
    /** With `true`, a number that has connected in between is kept. */
    query: z.object({ onlyPairing: z.optional(z.literal('true')) }),
    summary: 'Disconnect a number, or stop sharing one',
  },
  profilePicture: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/profile-picture',
    ...byId,
    query: z.object({ phone: z.string().check(z.maxLength(40)) }),
    reply: z.object({ picture: z.nullable(z.string()) }),
    summary: "The profile picture of the instance's own number only",
  },
  groupsOfInstance: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/groups',
    ...byId,
    /** Sort order; defaults to `Accept-Language`. */
    query: z.object({ locale: z.optional(z.enum(languageCodes)) }),
    reply: z.array(groupChoice),
    mayConflict: true,
    summary: 'WhatsApp groups of the number, by name',
  },
  readPasskey: {
    method: 'GET',
    path: '/api/zapbox-instances/{id}/passkey',
    ...byId,
    reply: z.object({ chipStatus, passkey: z.optional(passkey) }),
    mayConflict: true,
    summary: 'The passkey step that WhatsApp requires, if any',
  },
  answerPasskey: {
    method: 'POST',
    path: '/api/zapbox-instances/{id}/passkey',
    ...byId,
    /** Forwarded unchanged and never stored. */
    body: z.object({ assertion: passkeyAssertion }),
    reply: z.object({ chipStatus }),
    summary: 'Answer the passkey challenge',
  },
  confirmPasskey: {
    method: 'POST',
    path: '/api/zapbox-instances/{id}/passkey/confirm',
    ...byId,
    reply: z.object({ chipStatus }),
    summary: 'Confirm that the code on the phone is the one that was shown',
  },
  listGroups: {
    method: 'GET',
    path: '/api/whatsapp-groups',
    ...inWorkspace,
    query: z.object({ locale: z.optional(z.enum(languageCodes)) }),
    reply: z.array(group),
    summary: 'WhatsApp groups that this workspace listens to, by name',
  },
  linkGroup: {
    method: 'POST',
    path: '/api/whatsapp-groups',
    ...inWorkspace,
    /** The group gets its WhatsApp name, whatever the client sends. */
    body: z.object({ name: z.string(), jid: z.string(), workspaceId: numericId, userId: userIdIgnored }),
    reply: group,
    status: 201,
    owned: { 'body.workspaceId': 'workspace' },
    summary: 'Listen to a WhatsApp group; needs a plan and a connected number',
  },
  changeGroup: {
    method: 'PATCH',
    path: '/api/whatsapp-groups/{id}',
    ...inWorkspace,
    params: z.object({ id: idText }),
    body: z.object({ successAs: z.optional(successAs), prefix: z.optional(prefix) }),
    reply: group,
    owned: { 'params.id': 'group' },
    summary: 'Choose between reaction and text as the answer to a successful command, and set the prefix of the group',
  },
  unlinkGroup: {
    method: 'DELETE',
    path: '/api/whatsapp-groups/{id}',
    ...inWorkspace,
    params: z.object({ id: idText }),
    owned: { 'params.id': 'group' },
    summary: 'Stop listening to a group',
  },
});
