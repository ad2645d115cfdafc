import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

import { buildProduct } from './builds.ts';
import { readStage } from './config.ts';
import { addStage } from './stage.ts';

const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? 'prod';
const rollout: unknown = app.node.tryGetContext('rollout');
const config = readStage(String(stage), rollout === undefined ? {} : { rollout });
const isFirstDeployment = app.node.tryGetContext('first') === 'true';
addStage(app, config, { ...(await buildProduct()), isFirstDeployment });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
