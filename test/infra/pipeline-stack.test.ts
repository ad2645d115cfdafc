import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { appOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const { name: _full, pipeline, ...others } = full;

/** A second stage, whose GitHub names repositories with ids. */
const second = parseStage('second', {
  ...others,
  pipeline: { repository: 'example-12/recado-34', providerExists: true },
});

const trusted = (config: typeof full): object[] => {
  const { pipeline: template } = templatesOf(config);
  const roles = template ? resourcesOf(template, 'AWS::IAM::Role') : [];
  return roles.map(({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0].Condition.StringEquals);
};

test('no repository may deploy until a stage names it', () => {
  expect([minimal, full].map((config) => appOf(config).stacks.pipeline?.stackName)).toEqual([
    undefined,
    'Recado-full-pipeline',
  ]);
  expect(pipeline?.repository).toBe('example/recado');
});

test("GitHub's provider is made once for an account: the second stage uses the one that is there", () => {
  const providers = [full, second].map((config) =>
    Object.keys(templatesOf(config).pipeline?.findResources('AWS::IAM::OIDCProvider') ?? {}),
  );
  expect(providers.map(({ length }) => length)).toEqual([1, 0]);
});

test('runs of the branch may look, runs of the environment may deploy, and both are named without a wildcard', () => {
  const issuer = 'token.actions.githubusercontent.com';
  const run = (subject: string) => ({ [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: subject });
  expect(trusted(full)).toEqual([
    run('repo:example/recado:ref:refs/heads/main'),
    run('repo:example/recado:environment:production'),
  ]);
  // The stage's name is the default environment.
  expect(trusted(second)).toEqual([
    run('repo:example-12/recado-34:ref:refs/heads/main'),
    run('repo:example-12/recado-34:environment:second'),
  ]);
  expect(JSON.stringify([...trusted(full), ...trusted(second)])).not.toContain('*');
});

test('the comparing job cannot deploy: the one role of CDK that it may take is the one that reads', () => {
  const { pipeline: template } = templatesOf(full);
  const roles = template ? resourcesOf(template, 'AWS::IAM::Role').map(({ Properties }) => Properties) : [];
  const taken = roles.map(({ RoleName, Policies }) => [
    RoleName,
    JSON.stringify(Policies).match(/cdk-hnb659fds-[a-z-]+-role/g),
  ]);
  expect(taken).toMatchObject([
    ['recado-full-diff', expect.not.arrayContaining(['cdk-hnb659fds-deploy-role'])],
    ['recado-full-deploy', expect.arrayContaining(['cdk-hnb659fds-deploy-role'])],
  ]);
});
