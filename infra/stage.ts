import { type App, type Environment, Tags } from 'aws-cdk-lib';

import { productName } from '#shared/product.ts';

import type { StageConfig } from './config.ts';
import { stackName } from './constructs/names.ts';
import { functions } from './functions.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { SkillStack } from './stacks/skill-stack.ts';

type Built = {
  /** Holds `<name>/index.mjs` of every function. */
  bundles: string;
  /** The built web app, where there is one. */
  webDir: string | undefined;
};

/** All stacks of one stage, in the order in which they are deployed. */
export function addStage(app: App, config: StageConfig, { bundles, webDir }: Built) {
  // The CDN's certificate, its firewall and the skill are all bound to this region.
  const env: Environment = {
    region: 'us-east-1',
    ...(config.account === undefined ? {} : { account: config.account }),
  };
  const named = (part: string) => stackName(config.name, part);

  const data = new DataStack(app, named('data'), { env, config });
  const edge = new EdgeStack(app, named('edge'), { env, config, webDir });
  // The CDN reads the origin secret by its name, which tells CloudFormation nothing about the order.
  edge.addStackDependency(data);
  const { api: httpApi, appUrl } = edge;
  const api = new ApiStack(app, named('api'), { env, config, bundles, data, api: httpApi, appUrl });
  const { resources } = api;
  const { skillId } = config;
  const skill =
    skillId === undefined
      ? undefined
      : new SkillStack(app, named('skill'), { env, config, bundles, resources, appUrl, skillId });
  const rows = functions.filter(({ source }) => source !== 'alexa' || skill);
  const observability = new ObservabilityStack(app, named('observability'), { env, config, rows });

  Tags.of(app).add('product', productName);
  Tags.of(app).add('stage', config.name);
  return { data, edge, api, skill, observability };
}
