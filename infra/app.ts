import { fileURLToPath } from 'node:url';

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { build } from 'vite';

import { bundleFunctions } from './bundle.ts';
import { readStage } from './config.ts';
import { addStage } from './stage.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? 'prod';
const config = readStage(String(stage));
const bundles = fromRoot('dist/functions');
const webDir = fromRoot('dist/web');

// Built each time, so that nothing older than its source is deployed.
await bundleFunctions(bundles);
await build({ configFile: fromRoot('vite.config.ts'), build: { outDir: webDir }, logLevel: 'error' });
addStage(app, config, { bundles, webDir });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
