import { expect, inject, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { workspacePartition } from '#functions/data/keys.ts';
import { checkPlace } from '#functions/operator/check-place.ts';
import { commands } from '#functions/operator/commands.ts';
import { connect } from '#functions/operator/connect.ts';
import { runCommand } from '#functions/operator/run-command.ts';
import { targetOf } from '#functions/operator/target.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';
import type { Http } from '#functions/providers/http.ts';

import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';

const [region, encryption] = ['eu-west-1', 'recado/prod/encryption'];
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64url');
const request = z.object({ SecretIdList: z.array(z.string()) });

/** A Secrets Manager that knows only the replica, if any, and only in its region. */
const managerWith =
  (replica: string | undefined): Http =>
  ({ url, body }) => {
    expect(url).toBe(`https://secretsmanager.${region}.amazonaws.com/`);
    expect(request.parse(JSON.parse(body ?? ''))).toEqual({ SecretIdList: [encryption] });
    const SecretString = JSON.stringify({ current: 'k1', k1: replica });
    const answer = replica
      ? { SecretValues: [{ Name: encryption, SecretString }] }
      : { Errors: [{ SecretId: encryption, ErrorCode: 'ResourceNotFoundException' }] };
    return Promise.resolve({ outcome: 'reply', status: 200, headers: {}, body: JSON.stringify(answer) });
  };

/** Runs the command of docs/lost-region.md on a restored table with a value that is sealed with `key(1)`. */
async function rehearse(replica: string | undefined): Promise<{ code: number; text: string }> {
  const keys = () => Promise.resolve({ current: 'k1', keys: { k1: key(1) } });
  const seal = createSeal({ encryption: keys, renewEncryption: keys });
  const restored = await aTable();
  await addLinkedWorkspace(restored, { tokenSealed: await seal.seal('webhook', workspacePartition(7)) });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const where = ['--stage', 'prod', '--region', region, '--table', restored.name, '--endpoint', inject('dynamodbUrl')];
  const code = await runCommand(commands, ['rehearse', ...where], {
    print,
    printError: print,
    connect: async (typed) => {
      const target = await targetOf(typed, '/nowhere');
      const operator = connect(target, print, print, managerWith(replica));
      await checkPlace(operator.table, target);
      return operator;
    },
  }).finally(() => vi.unstubAllEnvs());
  return { code, text: lines.join('\n') };
}

test('opens the sealed values of a restored copy with the key that is replicated to its region', async () => {
  const { code, text } = await rehearse(key(1));
  expect(text).toContain('\n1 sealed values can be opened');
  expect([code, text.endsWith('The backup can be restored.')]).toEqual([0, true]);
});

test.each([
  ['has no replica', undefined, 'the secret "encryption" cannot be read here'],
  ['has a replica of another key', key(2), 'tokenSealed of W#7 WORKSPACE cannot be opened with any key'],
])('reports that a restored copy is not reliable when its region %s', async (_, replica, problem) => {
  const { code, text } = await rehearse(replica);
  expect(text).toContain(`PROBLEM: ${problem}`);
  expect([code, text.endsWith('The backup is not reliable.')]).toEqual([1, true]);
});
