import { expect, test } from 'vitest';

import { webhookAddress } from './webhook-address.ts';

const trigger = { workspaceId: 7, deviceId: 'trg-1' };

test(
  'builds the address from host, stage, workspace, device and token',
  { tags: ['spec-282.1', 'spec-282.2', 'spec-282.3'] },
  () => {
    expect(webhookAddress('https://go.example.com', trigger, 'a b+c')).toBe(
      'https://go.example.com/prod/trigger/7/trg-1?token=a%20b%2Bc',
    );
  },
);

test('omits the query without a token and ignores a slash after the host', { tags: 'spec-282.2' }, () => {
  expect(webhookAddress('https://go.example.com/', trigger)).toBe('https://go.example.com/prod/trigger/7/trg-1');
});
