import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, test } from 'vitest';

import { bundleFunctions } from '#infra/bundle.ts';
import { functions } from '#infra/functions.ts';

import { appOf, bothStages, folder, full, lambdaOf, synthesised, type Templates } from './synthesised.ts';

describe.each(bothStages)('the assembly with %s', (_name, config) => {
  test("passes cdk-nag's AWS Solutions rules, with a reason at each exception", () => {
    const { app } = appOf(config);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    app.synth();
    const report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
    expect(report.pluginReports.flatMap(({ violations }: { violations: unknown[] }) => violations)).toEqual([]);
  });

  test('protects stacks with data against deletion', () => {
    const { stacks } = appOf(config);
    const { data, edge, messaging, backup, backupCopies } = stacks;
    const kept = [data, edge, messaging, backup, backupCopies].filter((stack) => stack !== undefined);
    expect(kept.filter(({ terminationProtection }) => !terminationProtection)).toEqual([]);
  });

  test('deploys each stack after the stacks that it needs', () => {
    const { app, stacks } = appOf(config);
    app.synth();
    const { data, edge, messaging, api, skill, observability, skillEurope, observabilityEurope } = stacks;
    expect(data.dependencies).toEqual([]);
    expect(edge.dependencies).toEqual([data]);
    expect(new Set(api.dependencies)).toEqual(new Set([data, edge, observability, ...(messaging ? [messaging] : [])]));
    expect(messaging?.dependencies ?? []).toEqual([]);
    // CodeDeploy looks up the alarms of a function by name.
    const skillNeeds = new Set([data, observability]);
    expect(new Set(skill?.dependencies ?? skillNeeds)).toEqual(skillNeeds);
    const copyNeeds = new Set([data, observabilityEurope]);
    expect(new Set(skillEurope?.dependencies ?? copyNeeds)).toEqual(copyNeeds);
    // Alarms need the ids of CDN and API, which exist only after their deployment.
    expect(observability.dependencies).toEqual([edge]);
  });
});

describe('handlers', () => {
  let templates: Templates;
  beforeAll(async () => {
    const bundles = folder('real-bundles');
    await bundleFunctions(bundles);
    templates = synthesised(full, bundles);
  });

  test.each(functions)('bundles the handler of $name where the runtime looks for it', ({ name }) => {
    const lambda = lambdaOf(templates, name, 'full');
    // The runtime splits at the first dot into file and export.
    const [file, ...exported] = String(lambda?.Properties.Handler).split('.');
    const asset = `asset.${String(lambda?.Properties.Code.S3Key).replace('.zip', '')}`;
    const path = join(templates.outdir, asset, `${file}.mjs`);
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).size).toBeGreaterThan(100);
    expect(exportsOf(readFileSync(path, 'utf8'))).toContain(exported.join('.'));
  });
});

/** esbuild writes all exports as one list at the end. */
const exportsOf = (code: string): string[] =>
  [...code.matchAll(/export\s*\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').map(
      (name) =>
        name
          .split(/\sas\s/)
          .at(-1)
          ?.trim() ?? '',
    ),
  );
