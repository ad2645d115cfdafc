import { expect, test } from 'vitest';

import { isPreview } from '#functions/triggers/link-previews.ts';

import { knownPatterns, ownPatterns, previewAgentsFile, previewEntries } from './preview-agents.ts';

test('the generated list of preview agents matches the package', async () => {
  await expect(previewAgentsFile()).toMatchFileSnapshot('../../../functions/triggers/preview-agents.ts');
});

test('skips and narrows only patterns of the package', () => {
  expect(ownPatterns.filter((pattern) => !knownPatterns.has(pattern))).toEqual([]);
});

test('recognizes each user agent that the package lists for a preview', () => {
  const agents = previewEntries.flatMap(({ instances }) => instances);
  const requestContext = { http: { method: 'GET' } };
  const missed = agents.filter((agent) => !isPreview({ headers: { 'user-agent': agent }, requestContext }));
  expect(agents.length).toBeGreaterThan(90);
  expect(missed).toEqual(['Slackbot 1.0 (+https://api.slack.com/robots)']);
});
