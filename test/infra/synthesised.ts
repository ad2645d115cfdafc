import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import { parseStage, type StageConfig } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';
import { addStage } from '#infra/stage.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** What the command line would pass: without it an app in a test runs with other feature flags. */
const { context } = json('cdk.json');

/** The two ends of what a stage may be: nothing known yet, and every setting set. */
export const minimal: StageConfig = parseStage('prod', json('infra/stages/prod.json'));
export const full: StageConfig = parseStage('full', json('infra/stages/example.json'));
export const bothStages = [
  ['nothing configured', minimal],
  ['everything configured', full],
] as const;

const scratch: string[] = [];
process.once('exit', () => scratch.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

/** A folder that is gone after the run. */
export function folder(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`));
  scratch.push(dir);
  return dir;
}

/** Functions that do nothing: most claims about the stacks hold whatever is inside. */
function emptyBundles(): string {
  const dir = folder('bundles');
  for (const { name } of functions) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'index.mjs'), `export const handler = () => '${name}';\n`);
  }
  return dir;
}

/** A built web app of three files. */
function smallWebApp(): string {
  const dir = folder('web');
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'assets', 'index-3f9a.js'), 'export {};\n');
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Recado</title>\n');
  return dir;
}

export function appOf(config: StageConfig, { bundles = emptyBundles(), webDir = smallWebApp() } = {}) {
  const app = new App({ context, outdir: folder('cdk') });
  return { app, stacks: addStage(app, config, { bundles, webDir }) };
}

export type Templates = ReturnType<typeof templatesOf>;

/** The templates of a stage, by stack. */
export function templatesOf(config: StageConfig, built?: { bundles?: string; webDir?: string }) {
  const { app, stacks } = appOf(config, built);
  return {
    outdir: app.outdir,
    data: Template.fromStack(stacks.data),
    edge: Template.fromStack(stacks.edge),
    api: Template.fromStack(stacks.api),
    skill: stacks.skill && Template.fromStack(stacks.skill),
    observability: Template.fromStack(stacks.observability),
  };
}

/** Resources of a type, as plain objects. */
export const resourcesOf = (template: Template, type: string) => Object.values(template.findResources(type));

/** The Lambda of a row, wherever its stack is. */
export function lambdaOf({ api, skill }: Pick<Templates, 'api' | 'skill'>, name: string, stage: string) {
  const all = [api, ...(skill ? [skill] : [])].flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'));
  return all.find(({ Properties }) => Properties.FunctionName === `recado-${stage}-${name}`);
}
