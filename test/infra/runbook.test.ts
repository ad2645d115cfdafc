import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { logEvents } from '#functions/platform/log-events.ts';

import { allOf, full, resourcesOf, templatesOf } from './synthesised.ts';

const runbook = readFileSync(new URL('../../RUNBOOK.md', import.meta.url), 'utf8');

const section = (heading: string): string =>
  runbook.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

const entries = new Map(
  section('Alarms')
    .split(/^### /m)
    .slice(1)
    .map((entry) => [entry.split('\n')[0] ?? '', entry]),
);

const alarms = new Set(
  allOf(templatesOf(full)).flatMap((template) =>
    resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) =>
      String(Properties.AlarmName).replace(`recado-${full.name}-`, ''),
    ),
  ),
);

test('contains an entry for every alarm, and no other entries', () => {
  expect([...entries.keys()].toSorted()).toEqual([...alarms].toSorted());
});

describe.each([...alarms])('the runbook entry of %s', (alarm) => {
  test.each(['People notice', 'Look', 'Fix', 'Ends by itself'])('contains for every alarm the section %s', (what) => {
    expect(entries.get(alarm)).toMatch(new RegExp(`^- \\*\\*${what}\\*\\*: \\S`, 'm'));
  });
});

test('explains exactly the log lines that count as failures', () => {
  const explained = [...section('What an error line means').matchAll(/^\| `([\w.]+)`/gm)].map(([, event]) => event);
  const failures = Object.entries(logEvents).flatMap(([event, level]) => (level === 'ERROR' ? [event] : []));
  expect(new Set(explained)).toEqual(new Set(failures));
  expect(explained).toHaveLength(failures.length);
});

test('names only events that the product logs', () => {
  const areas = new Set(Object.keys(logEvents).map((event) => event.split('.')[0]));
  const named = [...runbook.matchAll(/["`]([a-z]\w+)\.(\w+)["`]/g)];
  const events = named.flatMap(([, area, what]) => (areas.has(area) ? [`${area}.${what}`] : []));
  expect(events.length).toBeGreaterThan(40);
  expect(events.filter((event) => !(event in logEvents))).toEqual([]);
});
