import { expect, test } from 'vitest';

import { countedLog } from './counted-log.ts';
import type { LogEvent } from './log-events.ts';

const written: LogEvent[] = [];
const counted: object[] = [];
const log = countedLog(
  (event) => void written.push(event),
  (values, by) => void counted.push({ ...values, ...by }),
);

test('counts ended grants, refused enablements and e-mails, and no other log events', () => {
  log('gateway.grantRevoked', { reason: 'invalidGrant', executionId: 'run-1' });
  log('enablement.refused', { workspaceId: 7, reason: 'forbidden' });
  log('enablement.stopped', { reason: 'forbidden' });
  log('mail.sent', { workspaceId: 7, outcome: 'unknown' });
  log('mail.refused', { workspaceId: 7, outcome: 'refused' });
  log('request.answered', { status: 200 });
  expect(written).toEqual([
    'gateway.grantRevoked',
    'enablement.refused',
    'enablement.stopped',
    'mail.sent',
    'mail.refused',
    'request.answered',
  ]);
  expect(counted).toEqual([
    { LinksEnded: 1, reason: 'invalidGrant' },
    { EnablementsRefused: 1, reason: 'forbidden' },
    { EnablementsStopped: 1, reason: 'forbidden' },
    { Mails: 1, outcome: 'unknown' },
    { Mails: 1, outcome: 'refused' },
  ]);
});
