import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { appOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const { name: _full, pipeline, ...others } = full;

/** A second stage, whose repository is older than the ids in GitHub's tokens. */
const second = parseStage('second', {
  ...others,
  pipeline: { repository: 'example/recado', providerExists: true },
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
  expect(pipeline?.repository).toBe('example@12345/recado@67890');
});

test('a person is sent to the page of the repository, whose address has no ids', () => {
  const { pipeline: template } = templatesOf(full);
  const said = Object.values(template?.findOutputs('*') ?? {}).map(({ Description }) => String(Description));
  expect(said.filter((text) => text.includes('GitHub, example/recado, Settings'))).toHaveLength(2);
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
    run('repo:example@12345/recado@67890:ref:refs/heads/main'),
    run('repo:example@12345/recado@67890:environment:production'),
  ]);
  // The stage's name is the default environment.
  expect(trusted(second)).toEqual([
    run('repo:example/recado:ref:refs/heads/main'),
    run('repo:example/recado:environment:second'),
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
