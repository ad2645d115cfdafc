import { type App, type Environment, Tags } from 'aws-cdk-lib';

import { productName } from '#shared/product.ts';

import type { StageConfig } from './config.ts';
import { europeanRegion, homeRegion, stackName } from './constructs/names.ts';
import { knownGateways } from './constructs/whatsapp-gateway/known-gateways.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { functions, isInvokedByAlexa } from './functions.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { BackupCopiesStack, BackupStack } from './stacks/backup-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { MessagingStack } from './stacks/messaging-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { PipelineStack } from './stacks/pipeline-stack.ts';
import { EuropeanSkillStack, SkillStack } from './stacks/skill-stack.ts';

type BuildOutput = {
  bundles: string;
  webDir: string;
  /** Protects no stack, so that a failed first deployment can be deleted and repeated. */
  isFirstDeployment?: boolean;
};

/** Adds the stacks of a stage, in the order in which they are deployed. */
export function addStage(app: App, config: StageConfig, { bundles, webDir, isFirstDeployment = false }: BuildOutput) {
  const env = environmentIn(homeRegion, config);
  const partName = (part: string) => stackName(config.name, part);

  const protectedProps = { env, config, terminationProtection: !isFirstDeployment };

  const data = new DataStack(app, partName('data'), protectedProps);
  const edge = new EdgeStack(app, partName('edge'), { ...protectedProps, webDir });
  // The CDN reads the origin secret by name.
  edge.addStackDependency(data);
  const { api: httpApi, appUrl } = edge;
  const hosting = config.whatsapp?.hosting;
  const messaging = hosting && new MessagingStack(app, partName('messaging'), { ...protectedProps, hosting });
  const resources = { stage: config.name, table: data.table, secrets: data.secrets, gateways: knownGateways(config) };
  const shared = { env, config, bundles, appUrl, resources };
  const { skillId } = config;
  const rows = deployedFunctions(config).filter((row) => !isInvokedByAlexa(row) || skillId !== undefined);
  const { distributionId, certificateArn } = edge;
  const parts = { distributionId, certificateArn, apiId: httpApi.apiId };
  const observability = new ObservabilityStack(app, partName('observability'), { env, config, rows, parts });
  const api = new ApiStack(app, partName('api'), { ...shared, api: httpApi, streamArn: data.streamArn });
  // Functions read the gateways' addresses by name.
  if (messaging) api.addStackDependency(messaging);
  const skill = skillId === undefined ? undefined : new SkillStack(app, partName('skill'), { ...shared, skillId });
  // CodeDeploy looks up the alarms by name.
  for (const stack of [api, skill]) stack?.addStackDependency(observability);
  const pipeline =
    config.pipeline && new PipelineStack(app, partName('pipeline'), { env, config, pipeline: config.pipeline });
  const backups = addBackups(app, config, { data, terminationProtection: !isFirstDeployment });
  const europe = addEurope(app, config, { bundles, data });

  Tags.of(app).add('product', productName);
  Tags.of(app).add('stage', config.name);
  return { data, edge, messaging, observability, api, skill, pipeline, ...backups, ...europe };
}

type BackupInput = { data: DataStack; terminationProtection: boolean };

function addBackups(app: App, config: StageConfig, { data, terminationProtection }: BackupInput) {
  const { name: stage, backupCopies: copies } = config;
  if (copies === undefined) return {};
  const propsIn = (region: string) => ({ env: environmentIn(region, config), stage, terminationProtection });
  const backupCopies = new BackupCopiesStack(app, stackName(stage, 'backup-copies'), propsIn(copies.region));
  const backup = new BackupStack(app, stackName(stage, 'backup'), { ...propsIn(homeRegion), copies });
  // The backup plan refers to the table and the other vault by name.
  backup.addStackDependency(data);
  backup.addStackDependency(backupCopies);
  return { backup, backupCopies };
}

/** Adds a separate stack of alarms, because a CloudWatch alarm watches only metrics of its region. */
function addEurope(app: App, config: StageConfig, { bundles, data }: { bundles: string; data: DataStack }) {
  const { skillId, domain } = config;
  if (!config.skillInEurope || skillId === undefined || domain === undefined) return {};
  const env = environmentIn(europeanRegion, config);
  const partName = (part: string) => stackName(config.name, part);
  const appUrl = `https://${domain.name}`;
  const observabilityEurope = new ObservabilityStack(app, partName('observability-europe'), {
    env,
    // The budget covers the whole account, so only the stack in the home region has one.
    config: { ...config, monthlyBudgetUsd: false },
    rows: functions.filter(({ source }) => source === 'alexa'),
  });
  const skillEurope = new EuropeanSkillStack(app, partName('skill-europe'), { env, config, bundles, appUrl, skillId });
  // The function refers to the table and the secrets by name, and CodeDeploy refers to the alarm.
  for (const stack of [data, observabilityEurope]) skillEurope.addStackDependency(stack);
  return { skillEurope, observabilityEurope };
}

const environmentIn = (region: string, { account }: StageConfig): Environment => ({
  region,
  ...(account === undefined ? {} : { account }),
});
