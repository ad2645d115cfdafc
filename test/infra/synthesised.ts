import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { inject } from 'vitest';

import { parseStage, type StageConfig } from '#infra/config.ts';
import { readJsonc } from '#infra/read-jsonc.ts';
import { addStage } from '#infra/stage.ts';

import { writeBundles, writeWebApp } from './small-product.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string): string => readFileSync(fromRoot(path), 'utf8');

/** The command line passes this context. Without it, an app in a test has different feature flags. */
const { context } = JSON.parse(textOf('cdk.json'));

/** The two extremes: nothing configured and everything configured. */
export const minimal: StageConfig = parseStage('prod', readJsonc(textOf('infra/stages/prod.jsonc')));
export const full: StageConfig = parseStage('full', readJsonc(textOf('infra/stages/example.jsonc')));
export const bothStages = [
  ['nothing configured', minimal],
  ['everything configured', full],
] as const;

/** Removed after the suite. */
export const folder = (name: string): string => mkdtempSync(join(inject('scratch'), `${name}-`));

export const emptyBundles = (): string => writeBundles(folder('bundles'));
export const smallWebApp = (): string => writeWebApp(folder('web'));

export function appOf(config: StageConfig, bundles = emptyBundles(), isFirstDeployment = false) {
  const app = new App({ context, outdir: folder('cdk') });
  return { app, stacks: addStage(app, config, { bundles, webDir: smallWebApp(), isFirstDeployment }) };
}

export type Templates = ReturnType<typeof synthesised>;

const known = new Map<StageConfig, Templates>();

/** Synthesised once for all tests of a file. */
export function templatesOf(config: StageConfig): Templates {
  const templates = known.get(config) ?? synthesised(config);
  known.set(config, templates);
  return templates;
}

export function synthesised(config: StageConfig, bundles?: string) {
  const { app, stacks } = appOf(config, bundles);
  return {
    outdir: app.outdir,
    data: Template.fromStack(stacks.data),
    edge: Template.fromStack(stacks.edge),
    messaging: stacks.messaging && Template.fromStack(stacks.messaging),
    api: Template.fromStack(stacks.api),
    skill: stacks.skill && Template.fromStack(stacks.skill),
    skillEurope: stacks.skillEurope && Template.fromStack(stacks.skillEurope),
    observability: Template.fromStack(stacks.observability),
    pipeline: stacks.pipeline && Template.fromStack(stacks.pipeline),
    backup: stacks.backup && Template.fromStack(stacks.backup),
    backupCopies: stacks.backupCopies && Template.fromStack(stacks.backupCopies),
    observabilityEurope: stacks.observabilityEurope && Template.fromStack(stacks.observabilityEurope),
  };
}

export const allOf = ({ outdir: _outdir, ...templates }: Templates): Template[] =>
  Object.values(templates).flatMap((template) => template ?? []);

export const resourcesOf = (template: Template, type: string) => Object.values(template.findResources(type));

/** Functions of the product. Those of CDK and of the rollout have no name. */
export const lambdasOf = (template: Template) =>
  resourcesOf(template, 'AWS::Lambda::Function').filter(({ Properties }) => Properties.FunctionName !== undefined);

export function lambdaOf({ api, skill }: Pick<Templates, 'api' | 'skill'>, name: string, stage: string) {
  const all = [api, ...(skill ? [skill] : [])].flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'));
  return all.find(({ Properties }) => Properties.FunctionName === `recado-${stage}-${name}`);
}
