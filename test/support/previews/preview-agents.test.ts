import crawlers from 'crawler-user-agents';
import { expect, test } from 'vitest';

import { isPreview } from '#functions/triggers/link-previews.ts';

import { knownPatterns, ownPatterns, previewAgentsFile, served } from './preview-agents.ts';

test('keeps the generated list of preview agents in sync with the package', async () => {
  await expect(previewAgentsFile()).toMatchFileSnapshot('../../../functions/triggers/preview-agents.ts');
});

test('serves and adapts only patterns of the package', () => {
  expect(ownPatterns.filter((pattern) => !knownPatterns.has(pattern))).toEqual([]);
});

const recognized = (agent: string): boolean =>
  isPreview({ headers: { 'user-agent': agent }, requestContext: { http: { method: 'GET' } } });

/** Read directly from the package, so that nothing is omitted by hand. */
const tagged: { pattern: string; instances: string[]; tags?: string[] }[] = crawlers.filter((entry) =>
  String(Reflect.get(entry, 'tags')).includes('social-preview'),
);

test('recognises each user agent that the package tags as a preview, except explicitly served ones', () => {
  const missed = tagged.flatMap(({ pattern, instances }) =>
    instances.filter((agent) => !recognized(agent)).map((agent) => ({ pattern, agent })),
  );
  expect(tagged.length).toBeGreaterThan(80);
  expect(missed.filter(({ pattern }) => !served.has(pattern))).toEqual([]);
  expect(new Set(missed.map(({ pattern }) => pattern))).toEqual(new Set(served.keys()));
});

test.each([...served])('serves %s, for example %j', (pattern, { agent }) => {
  expect(agent).toMatch(new RegExp(pattern));
  expect(recognized(agent)).toBe(false);
});
