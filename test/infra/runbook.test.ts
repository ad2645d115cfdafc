import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { commands } from '#functions/operator/commands.ts';
import { logEvents } from '#functions/platform/log-events.ts';
import { alarmsFile, alarmsPage } from '#infra/write-alarms.ts';

import { allOf, full, resourcesOf, templatesOf } from './synthesised.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const inFolder = (folder: string): string[] =>
  readdirSync(new URL(folder, root)).flatMap((file) => (file.endsWith('.md') ? [`${folder}/${file}`] : []));

const pages = new Map(
  ['RUNBOOK.md', 'infra/README.md', ...inFolder('docs')]
    .filter((file) => file !== 'docs/spec.md')
    .map((file) => [file, read(file)]),
);
const allText = [...pages.values()].join('\n');

const alarmEntries = new Map(
  read('docs/alarms.md')
    .split(/^## /m)
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

test('finds docs/alarms.md as node infra/write-alarms.ts writes it', () => {
  expect(readFileSync(alarmsFile, 'utf8')).toBe(alarmsPage());
});

test('contains an entry for every alarm, and no other entries', () => {
  expect([...alarmEntries.keys()].toSorted()).toEqual([...alarms].toSorted());
});

describe.each([...alarms])('the entry of %s', (alarm) => {
  test.each(['Look', 'Fix', 'Ends'])('contains the section %s of an alarm', (what) => {
    expect(alarmEntries.get(alarm)).toMatch(new RegExp(`^- \\*\\*${what}\\*\\*: \\S`, 'm'));
  });
});

test('explains exactly the log lines that count as failures', () => {
  const explained = [...read('docs/error-lines.md').matchAll(/^- `([\w.]+)`/gm)].map(([, event]) => event);
  const failures = Object.entries(logEvents).flatMap(([event, level]) => (level === 'ERROR' ? [event] : []));
  expect(new Set(explained)).toEqual(new Set(failures));
  expect(explained).toHaveLength(failures.length);
});

test('names only events that the product logs', () => {
  const areas = new Set(Object.keys(logEvents).map((event) => event.split('.')[0]));
  const named = [...allText.matchAll(/["`]([a-z]\w+)\.(\w+)["`]/g)];
  const events = named.flatMap(([, area, what]) => (areas.has(area) ? [`${area}.${what}`] : []));
  expect(events.length).toBeGreaterThan(40);
  expect(events.filter((event) => !(event in logEvents))).toEqual([]);
});

test('names only npm scripts and operator commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const typed = [...allText.matchAll(/npm run (?:--silent )?([\w:-]+)(?: -- ([a-z][\w-]*))?/g)];
  expect(typed.length).toBeGreaterThan(20);
  expect(typed.filter(([, script = '']) => !(script in scripts))).toEqual([]);
  const known = commands.map(({ name }) => name);
  const unknown = typed.filter(([, script, word]) => script === 'ops' && word !== undefined && !known.includes(word));
  expect(unknown).toEqual([]);
});

test.each(['RUNBOOK.md', 'docs/alarms.md', ...inFolder('infra')])('refers in %s only to existing sections', (file) => {
  const referred = [...read(file).matchAll(/RUNBOOK\.md`?,? \(?"([^"]+)"/g)].map(([, heading = '']) => heading);
  const headings = [...read('RUNBOOK.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading);
  expect(referred.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test('links only to existing pages', () => {
  const missing = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(new URL(target, new URL(file, root))))
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});
