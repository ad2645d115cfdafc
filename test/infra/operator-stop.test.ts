import { expect, test } from 'vitest';

import { stageFunctions } from '#functions/operator/pause/stage-functions.ts';

import { bothStages, lambdasOf, resourcesOf, templatesOf } from './synthesised.ts';

test.each(bothStages)('stops and starts exactly the deployed functions, with %s', (_name, config) => {
  const { api, skill, skillEurope } = templatesOf(config);
  const deployed = [api, skill, skillEurope].flatMap((template) =>
    template === undefined
      ? []
      : lambdasOf(template).map(({ Properties }) => ({
          name: Properties.FunctionName,
          region: template === skillEurope ? 'eu-west-1' : 'us-east-1',
          reserved: Properties.ReservedConcurrentExecutions,
          seconds: Properties.Timeout,
        })),
  );
  const known = stageFunctions(config).map(({ readsStream: _, ...one }) => one);
  const byPlace = (one: { name: string; region: string }, other: typeof one) =>
    `${one.region} ${one.name}`.localeCompare(`${other.region} ${other.name}`);
  expect(known.toSorted(byPlace)).toEqual(deployed.toSorted(byPlace));
  const readers = stageFunctions(config).filter(({ readsStream }) => readsStream);
  expect(readers).toHaveLength(resourcesOf(api, 'AWS::Lambda::EventSourceMapping').length);
});
