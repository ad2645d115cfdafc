import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { stages } from '../../infra/stage-variants.ts';
import { emptyBundles, synthesised } from '../../infra/synthesised.ts';
import { stageLinks, whyRefused } from './transitions.ts';

const bundles = emptyBundles();
const links = Object.entries(stages).map(
  ([name, settings]) => [name, stageLinks(synthesised(parseStage('full', settings), bundles))] as const,
);

const refusals = links.flatMap(([before, from]) =>
  links.flatMap(([after, to]) => whyRefused(from, to).map((reason) => `${before} -> ${after}: ${reason}`)),
);

test('allows changing any two settings in one deployment, in both directions', () => {
  expect(links.length).toBeGreaterThan(50);
  expect(refusals).toEqual([]);
});

test('compares outputs that stacks read by name as well', () => {
  const read = new Map(links).get('everything')?.get('api')?.reads;
  expect([...(read ?? [])]).toEqual(['messaging.GatewayDoormain']);
});
