import { type Group, type Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';

import { home } from './people.ts';

const number = 99;

export const numberCalls = {
  current: 'GET /api/zapbox-instances/current',
  available: 'GET /api/zapbox-instances/available',
  connect: 'POST /api/zapbox-instances/connect',
  pairingCode: `POST /api/zapbox-instances/${number}/pairing-code`,
  qrCode: `GET /api/zapbox-instances/${number}/qrcode`,
  logged: `GET /api/zapbox-instances/${number}/logged`,
  check: `GET /api/zapbox-instances/${number}/check-connection`,
  reportLoss: `POST /api/zapbox-instances/${number}/update-disconnected-status`,
  unlink: `DELETE /api/zapbox-instances/${number}/unlink`,
  picture: `GET /api/zapbox-instances/${number}/profile-picture`,
  choices: `GET /api/zapbox-instances/${number}/groups`,
  answer: `POST /api/zapbox-instances/${number}/passkey`,
  confirm: `POST /api/zapbox-instances/${number}/passkey/confirm`,
  groups: 'GET /api/whatsapp-groups',
  link: 'POST /api/whatsapp-groups',
} as const;

export function aNumber(chipStatus: ChipStatus, more: Partial<Instance> = {}): Instance {
  const known = chipStatus === 'CONNECTED' || chipStatus === 'LOST';
  return {
    id: number,
    workspaceId: home.id,
    phone: known ? '+5511955500001' : null,
    contactName: known ? 'Ana Souza' : 'Nome não disponível',
    contactPicture: known ? 'https://pps.whatsapp.net/ana.jpg' : null,
    chipStatus,
    referencedInstanceId: null,
    ...more,
  };
}

export const currentIs = (instance: Instance | null, referencedWorkspaceName: string | null = null) => ({
  json: whatsappContract.currentInstance.reply.parse({ instance, referencedWorkspaceName }),
});

export const aLinkedGroup = (id: number, name: string): Group => ({
  id,
  name,
  jid: `12036300000${id}@g.us`,
  workspaceId: home.id,
  successAs: 'reaction',
  prefix: null,
});
