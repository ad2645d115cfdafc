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

test('any two settings can be changed in one deployment, in both directions', () => {
  expect(links.length).toBeGreaterThan(50);
  expect(refusals).toEqual([]);
});

test('outputs that stacks read by name are among what is compared', () => {
  const read = new Map(links).get('everything')?.get('api')?.reads;
  expect([...(read ?? [])]).toEqual(['messaging.GatewayDoormain']);
});
