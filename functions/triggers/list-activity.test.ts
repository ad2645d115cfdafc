import { expect, test } from 'vitest';

import type { Run } from '#functions/data/items/trigger-item.ts';
import { aTriggerPage } from '#test/support/a-trigger-page.ts';
import { aLinkedWorkspace } from '#test/support/worlds/a-linked-workspace.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { listActivity } from './list-activity.ts';

const next = '2026-11-20T12:00:00.000Z#run-1';
const cursor = Buffer.from(next).toString('base64url');
const run: Run = { id: 'run-1', at: next.slice(0, 24), channel: 'click', outcome: 'sent', ms: 120, stages: {} };

function aWorkspace(page: { next?: string } = {}, workspace: Parameters<typeof aTriggerPage>[0] = aLinkedWorkspace()) {
  const asked: unknown[] = [];
  const { deps } = aTriggerPage(workspace, aTrigger(), aTrigger({ id: 'gate' }));
  const listTogether = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve({ runs: [{ ...run, triggerId: 'gate', openMs: 60_000 }], ...page });
  };
  return { asked, deps: { ...deps, executions: { listTogether } } };
}

test('lists the runs of all triggers, each with its trigger and answer', async () => {
  const { asked, deps } = aWorkspace();
  expect(await listActivity(deps, 7, {})).toEqual({ items: [{ ...run, triggerId: 'gate', answer: 'awaited' }] });
  expect(asked).toEqual([[['good-night', 'gate'], undefined, {}]]);
});

test('continues at the cursor with every filter', async () => {
  const { asked, deps } = aWorkspace({ next });
  const filter = {
    channel: 'group',
    outcome: 'notSent',
    who: 'Ana',
    person: '0123456789ab',
    day: '2026-11-20',
  } as const;
  expect(await listActivity(deps, 7, { ...filter, trigger: 'gate', cursor })).toMatchObject({ cursor });
  const { outcome: end, ...rest } = filter;
  expect(asked).toEqual([[['gate'], next, { ...rest, end }]]);
});

test('lists nothing for a workspace without an Amazon account', async () => {
  const { link: _, ...unlinked } = aLinkedWorkspace();
  const { asked, deps } = aWorkspace({}, unlinked);
  await listActivity(deps, 7, {});
  expect(asked).toEqual([[[], undefined, {}]]);
});

test('throws trigger.notFound for a trigger outside the workspace, also with an invalid cursor', async () => {
  const refused = listActivity(aWorkspace().deps, 7, { trigger: 'other', cursor: 'x' });
  await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'trigger.notFound' }));
});

test.each([
  ['is no position', { cursor: 'x' }],
  ['is outside the day', { cursor, day: '2026-11-19' }],
])('rejects a cursor that %s', async (_, query) => {
  const refused = listActivity(aWorkspace().deps, 7, query);
  await expect(refused).rejects.toEqual(
    expect.objectContaining({ code: 'request.invalid', fields: { cursor: 'request.invalid' } }),
  );
});
