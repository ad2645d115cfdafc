import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createTable, type Table } from '#functions/data/table.ts';
import { readConfig } from '#functions/platform/config.ts';

import { localCredentials } from '../local/table/dynamodb.ts';
import { aConnectingPerson } from '../support/crashes/a-connecting-person.ts';
import { aFakeAlexa } from '../support/worlds/a-fake-alexa.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../support/worlds/alexa-world.ts';
import { strikesHere } from './cells.ts';
import { every, strikes, tableFaults, type TableFault } from './injected/table-faults.ts';
import { tableProxy, type TableCall } from './injected/table-proxy.ts';
import { runSeed } from './seeded.ts';

const clock = aClock();
const timeoutMs = 400;
const only = process.env['FAULT_CELL'] ?? '';

let table: Table;
let faulty: Table;
let proxy: Awaited<ReturnType<typeof tableProxy>>;

beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  table = await aTable();
  proxy = await tableProxy(inject('dynamodbUrl'));
  const addresses = { APP_URL: 'https://recado.example', WEBHOOK_URL: 'https://hooks.example' };
  const way = { TABLE_NAME: table.name, DYNAMODB_ENDPOINT: proxy.endpoint, TABLE_TIMEOUT_MS: String(timeoutMs) };
  faulty = createTable(readConfig({ ...addresses, ...way }));
});

afterAll(() => {
  faulty.doc.destroy();
  proxy.close();
});

/** Linked, with a permission that is over. */
async function revoked() {
  const person = aConnectingPerson(clock.now);
  const { account, processOn } = person;
  const healthy = processOn(table);
  await healthy.travel({});
  const world = alexaWorld(table, aFakeAlexa(), clock);
  const user = (await world.users.findByAccount({ provider: 'amazon', subject: account })) ?? '';
  const workspaceId = (await world.users.currentWorkspaceId(user)) ?? 0;
  await world.link(user, workspaceId, account);
  await world.enableSkill(account);
  const access = await world.tokens.findAccess({ workspaceId });
  if (!access) throw new Error('There is no permission.');
  await world.tokens.revoke({ workspaceId }, access);
  const reconnect = (own = healthy) => own.travel({ workspace: String(workspaceId) });
  return { ...person, healthy, world, workspaceId, reconnect };
}

type Cell = { fault: TableFault; at: string };

/** What is wrong after the table misbehaved while somebody reconnected, and after they did so again. */
async function problemsAfter({ fault, at }: Cell): Promise<string[]> {
  const { healthy, alexa, account, world, workspaceId, reconnect, processOn } = await revoked();
  proxy.behave(strikes(fault, at));
  const end = await reconnect(processOn(faulty));
  const hasStruck = proxy.struck().length > 0;
  proxy.clear();
  const isPage = /^https:\/\/recado\.example\/(?:amazon-auth|login)\?(?:success=true|error=[\w.]+)$/.test(end);
  const { link } = (await world.workspaces.find(workspaceId)) ?? {};
  const { mend, connecting } = await healthy.status();
  // A condition that fails says that the account is linked elsewhere by now, and the page shows that.
  const isTold = !end.endsWith('success=true') || connecting !== undefined || fault.name === 'condition failed';
  const said = [
    !hasStruck && 'it never struck',
    !isPage && `the browser ended at "${end}"`,
    link?.amazonUserId !== account && 'the account is not linked any more',
    mend !== 'reconnect' && `our button is said not to mend: ${mend}`,
    !isTold && 'the page says success and nothing of a permission',
  ];
  const again = await reconnect();
  const after = await healthy.status();
  if (alexa.isEnabled) await world.enableSkill(account);
  const { skill } = await healthy.status();
  return [
    ...said,
    !again.endsWith('success=true') && `once more, the browser ended at "${again}"`,
    (after.connecting?.step !== 'grant' || after.connecting.problem) && 'once more, no permission is awaited',
    skill !== 'active' && `in the end the skill is ${skill}`,
    new Set(alexa.codes).size !== alexa.codes.length && 'a code was sent twice',
  ].filter((problem) => typeof problem === 'string');
}

async function healthyCalls(): Promise<readonly TableCall[]> {
  const { reconnect, processOn } = await revoked();
  proxy.behave(() => ({ does: 'pass' }));
  expect(await reconnect(processOn(faulty))).toMatch(/success=true$/);
  return proxy.calls();
}

const cellsOf = (calls: readonly TableCall[]): Cell[] =>
  tableFaults.flatMap((fault) => [
    ...calls.flatMap((call, place) =>
      fault.affects(call) && strikesHere(fault, place, runSeed) ? [{ fault, at: call.label }] : [],
    ),
    ...(fault.lasts && calls.some(fault.affects) ? [{ fault, at: every }] : []),
  ]);

test('whatever the table does while somebody reconnects, the account stays, no code is sent twice, and the next try mends', async () => {
  const calls = await healthyCalls();
  expect(calls.length).toBeGreaterThan(10);
  const cells = cellsOf(calls).filter(({ fault, at }) => `reconnect / ${fault.name} / ${at}`.includes(only));
  const wrong: string[] = [];
  for (const { fault, at } of cells) {
    for (const problem of await problemsAfter({ fault, at })) {
      wrong.push(`reconnect / ${fault.name} / ${at} => ${problem}`);
    }
  }
  console.log(`${cells.length} cells of reconnecting. Seed ${runSeed}.`);
  expect(wrong).toEqual([]);
});
