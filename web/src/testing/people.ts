import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

export const home = {
  id: 4711,
  name: 'Casa',
  status: 'ATIVO',
  defaultWorkspace: true,
  userId: 'ana',
  createdAt: '2026-01-01T10:00:00.000Z',
  workspaceToken: 'the-token-of-casa',
};

export const aTrigger = (given: Partial<Trigger> & { name: string }): Trigger => ({
  id: given.name.toLowerCase().replaceAll(/\W/g, '-'),
  deviceId: 'device-1',
  workspaceId: home.id,
  userId: 'ana',
  enabled: true,
  lastExecuted: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  updatedAt: '2026-01-03T10:00:00.000Z',
  ...given,
});

/** Has an expiry only while the skill is active. */
export const anAccount = (skill: AmazonAuth['skill'], more: Partial<AmazonAuth> = {}): AmazonAuth => ({
  name: skill === 'notLinked' ? null : 'Ana Souza',
  email: skill === 'notLinked' ? null : 'ana@example.com',
  createdAt: skill === 'notLinked' ? null : '2026-02-03T10:00:00.000Z',
  updatedAt: skill === 'notLinked' ? null : '2026-03-04T10:00:00.000Z',
  expiresDate: skill === 'active' ? '2030-05-06T10:00:00.000Z' : null,
  expiresIn: skill === 'active' ? 3000 : null,
  skill,
  ...more,
});

export const findingsCall = `GET /api/workspaces/${home.id}/findings` as const;

/** Everything works unless `findings` are given. */
export const theFindings = (findings: Findings['findings'] = [], more: Partial<Findings> = {}): Findings => ({
  state: findings.length > 0 ? 'found' : 'well',
  findings,
  ...more,
});

export const anasServer = () => ({
  'GET /api/account/deletion': { json: null },
  'GET /api/auth/user': {
    json: {
      id: 'ana',
      name: 'Ana Souza',
      trialUsed: false,
      signedInWith: 'google',
      email: 'ana@example.com',
      currentWorkspaceId: home.id,
    },
  },
  'GET /api/workspaces/current': { json: home },
  'GET /api/workspaces': { json: [home] },
  'GET /api/amazon-auth': { json: anAccount('active') },
  'GET /api/triggers': { json: [aTrigger({ name: 'Good night' })] },
  'GET /api/plans': { json: { plans: [] } },
  'GET /api/nightly-check': { json: { state: 'off' } },
  'GET /api/whatsapp-groups': { json: [] },
  [findingsCall]: { json: theFindings() },
  'GET /api/executions/daily': { json: [] },
  'GET /api/sessions': { json: [] },
  'GET /config.json': { json: { webhookUrl: 'https://hooks.example', skillPage: 'B0EXAMPLE1' } },
});

export const aSwitchedOffSkill = (hours: number): AmazonAuth =>
  anAccount('revoked', {
    reason: 'amazon.skillDisabled',
    mend: 'reconnect',
    revokedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
  });
