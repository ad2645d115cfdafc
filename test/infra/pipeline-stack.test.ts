import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { appOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const { name: _full, pipeline, ...others } = full;

/** A second stage whose repository is older than the ids in GitHub's tokens. */
const second = parseStage('second', {
  ...others,
  pipeline: { repository: 'example/recado', providerExists: true },
});

const trusted = (config: typeof full): object[] => {
  const { pipeline: template } = templatesOf(config);
  const roles = template ? resourcesOf(template, 'AWS::IAM::Role') : [];
  return roles.map(({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0].Condition.StringEquals);
};

test('lets no repository deploy unless the stage names it', () => {
  expect([minimal, full].map((config) => appOf(config).stacks.pipeline?.stackName)).toEqual([
    undefined,
    'Recado-full-pipeline',
  ]);
  expect(pipeline?.repository).toBe('example@12345/recado@67890');
});

test('links the page of the repository, whose address contains no ids', () => {
  const { pipeline: template } = templatesOf(full);
  const said = Object.values(template?.findOutputs('*') ?? {}).map(({ Description }) => String(Description));
  expect(said.filter((text) => text.includes('GitHub, example/recado, Settings'))).toHaveLength(2);
});

test("creates GitHub's provider once per account and reuses it for the second stage", () => {
  const providers = [full, second].map((config) =>
    Object.keys(templatesOf(config).pipeline?.findResources('AWS::IAM::OIDCProvider') ?? {}),
  );
  expect(providers.map(({ length }) => length)).toEqual([1, 0]);
});

test('lets runs of the branch read and runs of the environment deploy, without wildcards', () => {
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

test("lets the diff job assume only CDK's reading role, so that it cannot deploy", () => {
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

test('lets the roles deploy to a region that a setting adds, before that setting is deployed', () => {
  const assumed = [full, parseStage('full', { account: full.account, pipeline })].map((config) => {
    const { pipeline: template } = templatesOf(config);
    const roles = template ? resourcesOf(template, 'AWS::IAM::Role') : [];
    return roles.map(({ Properties }) => JSON.stringify(Properties.Policies).match(/cdk-hnb659fds-[^"]+/g));
  });
  expect(assumed[0]?.flat()).toHaveLength(4);
  expect(assumed[1]).toEqual(assumed[0]);
});
