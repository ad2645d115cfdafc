import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readBlockYaml } from '#test/support/block-yaml.ts';

import { parseStage } from './config.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('.github/workflows/deploy.yml');
const testText = read('.github/workflows/test.yml');
const nightlyText = read('.github/workflows/test-all.yml');

const words = z.record(z.string(), z.string());
const step = z.strictObject({
  uses: z.optional(z.string()),
  name: z.optional(z.string()),
  shell: z.optional(z.literal('bash')),
  run: z.optional(z.string()),
  with: z.optional(words),
});
const job = z.strictObject({
  name: z.string(),
  needs: z.optional(z.string()),
  if: z.optional(z.string()),
  'runs-on': z.string(),
  'timeout-minutes': z.string(),
  environment: z.optional(z.string()),
  permissions: words,
  steps: z.array(step),
});
const workflow = z
  .strictObject({
    name: z.string(),
    on: z.record(z.string(), z.unknown()),
    permissions: words,
    concurrency: words,
    env: words,
    jobs: z.record(z.string(), job),
  })
  .parse(readBlockYaml(text));

const testing = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: words,
  concurrency: words,
  jobs: z.record(z.string(), z.omit(job, { permissions: true })),
});
const testWorkflow = testing.parse(readBlockYaml(testText));
const nightly = testing.parse(readBlockYaml(nightlyText));

const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([name, { steps: own }]) => own.map((each) => ({ job: name, ...each })));
const commands = (name: string): string[] => workflow.jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];
const packages = z.object({ scripts: words, engines: words }).parse(JSON.parse(read('package.json')));

describe('deployment workflow', () => {
  test('runs test, synth, diff and deploy in this order, and the smoke test last', () => {
    expect(jobs.map(([name, { needs }]) => [needs, name])).toEqual([
      [undefined, 'test'],
      ['test', 'synth'],
      ['synth', 'diff'],
      ['diff', 'deploy'],
    ]);
    expect(commands('test')).toEqual(['npm ci', 'npm test']);
    expect(commands('synth').at(-1)).toContain('npm run synth');
    expect(commands('diff').at(-1)).toContain('cdk -- diff');
    expect(commands('deploy').slice(1)).toEqual([
      expect.stringContaining('cdk -- deploy'),
      'npm run --silent ops -- smoke --stage "$STAGE"',
    ]);
  });

  test('skips diff and deploy until the repository names a role for diff', () => {
    expect(jobs.flatMap(([name, each]) => (each.if === undefined ? [] : [[name, each.if]]))).toEqual([
      ['diff', "vars.AWS_DIFF_ROLE != ''"],
    ]);
  });

  test('deploys the assembly that diff compared, after an approval', () => {
    const usesAssembly = (name: string, action: string) =>
      workflow.jobs[name]?.steps.some(
        ({ uses, with: given }) => uses?.startsWith(action) && given?.['name'] === 'assembly',
      );
    expect(usesAssembly('synth', 'actions/upload-artifact')).toBe(true);
    for (const name of ['diff', 'deploy']) {
      expect(usesAssembly(name, 'actions/download-artifact')).toBe(true);
      expect(commands(name)[1]).toContain('--app cdk.out --all');
      expect(commands(name).join()).not.toContain('synth');
    }
    expect(jobs.filter(([, { environment }]) => environment).map(([name]) => name)).toEqual(['deploy']);
  });

  test('contains no keys, and lets only diff and deploy assume a role, each its own', () => {
    expect(text).not.toMatch(/secrets\.|AWS_ACCESS_KEY|AWS_SECRET|aws-secret|AKIA|password|token:(?! write)/i);
    const roles = steps.flatMap(({ job: name, with: given }) =>
      given?.['role-to-assume'] ? [[name, given['role-to-assume']]] : [],
    );
    expect(roles).toEqual([
      ['diff', '${{ vars.AWS_DIFF_ROLE }}'],
      ['deploy', '${{ vars.AWS_DEPLOY_ROLE }}'],
    ]);
  });

  test('gives jobs only read access to GitHub, and an OIDC token to diff and deploy', () => {
    expect(workflow.permissions).toEqual({});
    const readOnly = { contents: 'read' };
    const withToken = { ...readOnly, 'id-token': 'write' };
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      test: readOnly,
      synth: readOnly,
      diff: withToken,
      deploy: withToken,
    });
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts.filter(({ with: given }) => given?.['persist-credentials'] !== 'false')).toEqual([]);
  });

  test('starts on a push to the branch or manually, and never cancels a running deployment', () => {
    expect(Object.keys(workflow.on)).toEqual(['push', 'workflow_dispatch']);
    expect(workflow.on['push']).toEqual({
      branches: [parseStage('prod', { pipeline: { repository: 'a/b' } }).pipeline?.branch],
    });
    expect(workflow.concurrency['cancel-in-progress']).toBe('false');
  });

  test('pins actions to a commit, with the version in a comment', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(
      lines.filter((line) => !/uses: (actions|aws-actions)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([]);
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
  });

  test('runs only existing scripts, on the required Node version and without expressions in commands', () => {
    const run = steps.flatMap(({ run: command }) => command ?? []);
    const scripts = run
      .flatMap((command) => [...command.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(test)\b)/g)])
      .map(([, one, other]) => one ?? other ?? '');
    expect(scripts).toEqual(['test', 'synth', 'cdk', 'cdk', 'ops']);
    expect(scripts.filter((name) => !(name in packages.scripts))).toEqual([]);
    expect(run.filter((command) => command.includes('${{'))).toEqual([]);
    const nodes = steps.flatMap(({ with: given }) => given?.['node-version'] ?? []);
    expect(new Set(nodes)).toEqual(new Set([/\d+/.exec(packages.engines['node'] ?? '')?.[0]]));
  });

  test('limits every job to two hours', () => {
    expect(jobs.filter(([, each]) => !(Number(each['timeout-minutes']) <= 120))).toEqual([]);
  });
});

describe('test workflows', () => {
  test('runs tests on pull requests, on pushes to branches other than main, and every night', () => {
    expect(testWorkflow.on).toEqual({ push: { 'branches-ignore': ['main'] }, pull_request: '' });
    expect(Object.keys(nightly.on)).toEqual(['schedule', 'workflow_dispatch']);
  });

  test('gives test workflows only read access, without secrets, variables or roles', () => {
    for (const { permissions } of [testWorkflow, nightly]) expect(permissions).toEqual({ contents: 'read' });
    expect(testText + nightlyText).not.toMatch(/secrets\.|vars\.|id-token|role-to-assume|environment:/);
  });

  test('runs the gate on changes and every suite at night, after the same setup steps', () => {
    const last = ({ jobs: { test: only } }: typeof nightly) => only?.steps.at(-1)?.run;
    expect([last(testWorkflow), last(nightly)]).toEqual(['npm test', 'npm run test:all']);
    expect(nightly.jobs['test']?.steps.slice(0, -1)).toEqual(testWorkflow.jobs['test']?.steps.slice(0, -1));
    expect(Number(nightly.jobs['test']?.['timeout-minutes'])).toBeLessThanOrEqual(120);
  });

  test('runs the same test job with the same pinned actions as the deployment workflow', () => {
    expect(Object.keys(testWorkflow.jobs)).toEqual(['test']);
    const { permissions: _, ...before } = workflow.jobs['test'] ?? {};
    expect(testWorkflow.jobs['test']).toEqual(before);
    const pinned = (from: string) => new Set(from.match(/uses: .*/g));
    expect([...pinned(testText + nightlyText)].filter((line) => !pinned(text).has(line))).toEqual([]);
  });
});

describe('readBlockYaml', () => {
  test('parses blocks, lists and multi-line strings', () => {
    const written = 'a: 1 # one\nb:\n  - x\n  - c: "#2"\n    d: |\n      e\n      f: g\nh: {}\ni: [j, k]\n';
    expect(readBlockYaml(written)).toEqual({ a: '1', b: ['x', { c: '#2', d: 'e\nf: g' }], h: {}, i: ['j', 'k'] });
  });

  test.each(['&a b', 'a: 1\n? b'])('throws on unsupported YAML: %j', (written) => {
    expect(() => readBlockYaml(written)).toThrow('does not know');
  });
});
