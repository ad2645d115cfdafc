import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

import { bundleFunctions } from './bundle.ts';
import { readStage } from './config.ts';
import { addStage } from './stage.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? 'prod';
const bundles = fromRoot('dist/functions');
const web = fromRoot('dist/web');

await bundleFunctions(bundles);
addStage(app, readStage(String(stage)), { bundles, webDir: existsSync(`${web}/index.html`) ? web : undefined });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
