import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { App } from 'aws-cdk-lib';

import { parseStage } from '#infra/config.ts';
import { addStage } from '#infra/stage.ts';

import { writeBundles, writeWebApp } from '../infra/small-product.ts';
import type { Settings } from '../infra/stage-variants.ts';
import { account } from './emulator.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));

/** The stage whose settings change. */
export const stage = 'trial';

export type Assembly = { outdir: string; stacks: readonly string[]; links: ReadonlySet<string> };

/** Synthesises into a subfolder of `folder`, with minimal functions and pages. */
export function assemblies(folder: string) {
  const bundles = writeBundles(join(folder, 'bundles'));
  const webDir = writeWebApp(join(folder, 'web'));
  return (name: string, settings: Settings, { isFirstDeployment = false } = {}): Assembly => {
    const outdir = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(outdir, { recursive: true });
    // Without this, every copy of the layer that fills the bucket takes 22 MB.
    const app = new App({ context: { ...context, 'aws:cdk:disable-asset-staging': true }, outdir });
    const given = { ...settings, ...(settings['account'] !== undefined && { account }) };
    addStage(app, parseStage(stage, given), { bundles, webDir, isFirstDeployment });
    const stacks = app.synth().stacks.map(({ stackName }) => stackName);
    return { outdir, stacks, links: linksIn(outdir) };
  };
}

/** The connections between stacks: exports with their values, imports, and outputs that are read by name. */
function linksIn(outdir: string): ReadonlySet<string> {
  const files = readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  return new Set(
    files.flatMap((file) => {
      const { Outputs = {}, Resources } = JSON.parse(readFileSync(join(outdir, file), 'utf8'));
      const text = JSON.stringify(Resources);
      const read = [...text.matchAll(/"Fn::(?:ImportValue|GetStackOutput)":(?:"[^"]+"|\{[^}]+\})/g)].map(
        ([link]) => link,
      );
      return [...Object.values(Outputs).map((output) => JSON.stringify(output)), ...read].map(
        (link) => `${file} ${link}`,
      );
    }),
  );
}

/** Pairs of variants that differ from `base` in the same link. */
export function linkedPairs(variants: ReadonlyMap<string, Assembly>, base: Assembly): [string, string][] {
  const changed = [...variants].map(([name, { links }]) => [name, differences(links, base.links)] as const);
  return changed.flatMap(([one, links], index) =>
    changed
      .slice(index + 1)
      .flatMap(([other, others]): [string, string][] =>
        links.some((link) => others.includes(link)) ? [[one, other]] : [],
      ),
  );
}

const differences = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [
  ...[...one].filter((link) => !other.has(link)),
  ...[...other].filter((link) => !one.has(link)),
];
