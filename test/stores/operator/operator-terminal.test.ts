import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, test } from 'vitest';

import { workspaceKey } from '#functions/data/keys.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';

const command = fileURLToPath(new URL('../../../functions/operator/command.ts', import.meta.url));

test(
  'prints a stored name without any byte that the operator’s terminal would obey',
  { tags: 'threat-hostile-name' },
  async () => {
    const table = await aTable();
    const world = alexaWorld(table, aFakeAlexa(), aClock());
    await world.addWorkspace(7, 'ana', true);
    const values = { ':name': 'Casa\u001b]0;owned\u0007\u001b[2J \u202egnp\u009b1A' };
    const change = { UpdateExpression: 'SET #name = :name', ExpressionAttributeNames: { '#name': 'name' } };
    const hostile = { TableName: table.name, Key: workspaceKey(7), ...change, ExpressionAttributeValues: values };
    await table.doc.send(new UpdateCommand(hostile));

    const where = ['--table', table.name, '--region', 'us-east-1', '--endpoint', inject('dynamodbUrl')];
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'explain', '7', ...where], {
      env: { ...process.env, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    });
    expect(stdout).toContain(String.raw`"Casa\u001b]0;owned\u0007\u001b[2J \u202egnp\u009b1A"`);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  },
);
