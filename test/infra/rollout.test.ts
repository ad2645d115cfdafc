import { describe, expect, test } from 'vitest';

import { parseStage, type StageConfig } from '#infra/config.ts';
import { deployedFunctions } from '#infra/deployed-functions.ts';
import { isInvokedByAlexa } from '#infra/functions.ts';

import { appOf, bothStages, full, resourcesOf, templatesOf } from './synthesised.ts';

const { name: _full, ...everything } = full;
const atOnce = parseStage('full', { ...everything, rollout: 'atOnce' });
const withoutAlarms = parseStage('full', { ...everything, alarms: false });

/** The stacks with functions. */
const stacksOf = (config: StageConfig) => {
  const { api, skill, skillEurope } = templatesOf(config);
  return [api, skill, skillEurope].flatMap((template) => template ?? []);
};
const all = (config: StageConfig, type: string) => stacksOf(config).flatMap((template) => resourcesOf(template, type));

const rowsOf = (config: StageConfig) =>
  deployedFunctions(config).filter((row) => !isInvokedByAlexa(row) || config.skillId);
/** Includes the copy of the skill in Europe. */
const namesOf = (config: StageConfig): string[] => [
  ...rowsOf(config).map(({ name }) => name),
  ...(config.skillInEurope ? ['alexa-skill'] : []),
];

const text = (value: unknown): string => JSON.stringify(value);

describe.each([...bothStages, ['all at once', atOnce] as const])('aliases with %s', (_name, config) => {
  test('gives each function an alias that points to its new version', () => {
    for (const template of stacksOf(config)) {
      const functions = Object.entries(template.findResources('AWS::Lambda::Function')).filter(
        ([, { Properties }]) => Properties.FunctionName,
      );
      const versions = template.findResources('AWS::Lambda::Version');
      const aliases = resourcesOf(template, 'AWS::Lambda::Alias').map(({ Properties }) => Properties);
      expect(new Set(aliases.map(({ FunctionName }) => FunctionName.Ref))).toEqual(
        new Set(functions.map(([id]) => id)),
      );
      for (const { Name, FunctionName, FunctionVersion } of aliases) {
        expect(Name).toBe('live');
        const version = versions[FunctionVersion['Fn::GetAtt'][0]];
        expect(version?.Properties.FunctionName).toEqual(FunctionName);
      }
    }
  });

  test('lets API, stream, schedules and Alexa invoke only aliases', () => {
    const aliases = stacksOf(config).flatMap((template) => Object.keys(template.findResources('AWS::Lambda::Alias')));
    const isAlias = (called: { Ref?: string }) => aliases.includes(called.Ref ?? '');
    const called = [
      ...all(config, 'AWS::Lambda::Permission').map(({ Properties }) => Properties.FunctionName),
      ...all(config, 'AWS::ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri),
      ...all(config, 'AWS::Events::Rule').flatMap(({ Properties }) =>
        Properties.Targets.map(({ Arn }: { Arn: object }) => Arn),
      ),
    ];
    expect(called.length).toBeGreaterThan(100);
    expect(called.filter((one) => !isAlias(one))).toEqual([]);
    const named = [
      ...all(config, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => text(Properties.FunctionName)),
      ...all(config, 'AWS::Lambda::EventInvokeConfig').map(({ Properties }) => text(Properties.Qualifier)),
    ];
    expect(named.filter((name) => !aliases.some((alias) => name.includes(`{"Ref":"${alias}"}`)))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });
});

describe.each(bothStages)('a gradual rollout of %s', (_name, config) => {
  test('gives the new version a tenth of the requests for five minutes, then all', () => {
    const groups = all(config, 'AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);
    expect(groups).toHaveLength(namesOf(config).length);
    for (const group of groups) {
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
        },
      });
    }
  });

  test('rolls a function back when its alarm fires, which is in its region and deployed before it', () => {
    const watched = all(config, 'AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) =>
      Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: string }) => Name),
    );
    expect(watched.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(watched.flat())).toEqual(
      new Set(namesOf(config).map((name) => `recado-${config.name}-${name}-fails`)),
    );
    const { observability, observabilityEurope } = templatesOf(config);
    const alarms = [observability, observabilityEurope].map((template) =>
      template ? resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties.AlarmName) : [],
    );
    expect(watched.flat().filter((name) => !alarms.flat().includes(name))).toEqual([]);
    const { api, skill, skillEurope, ...stacks } = appOf(config).stacks;
    const before = [stacks.observability, stacks.observability, stacks.observabilityEurope];
    const after = [api, skill, skillEurope].map((stack, index) => stack?.dependencies.includes(before[index] ?? stack));
    expect(after).not.toContain(false);
  });

  test("moves each alias by its function's deployment group after the check", () => {
    for (const template of stacksOf(config)) {
      const groups = template.findResources('AWS::CodeDeploy::DeploymentGroup');
      const lambdas = template.findResources('AWS::Lambda::Function');
      const moved = resourcesOf(template, 'AWS::Lambda::Alias').map(({ Properties, UpdatePolicy }) => {
        const { ApplicationName, DeploymentGroupName, BeforeAllowTrafficHook } =
          UpdatePolicy.CodeDeployLambdaAliasUpdate;
        const group = groups[DeploymentGroupName.Ref]?.Properties;
        expect(group?.ApplicationName).toEqual(ApplicationName);
        expect(lambdas[BeforeAllowTrafficHook.Ref]?.Properties.Code.ZipFile).toContain('startCheck');
        return [
          `${lambdas[Properties.FunctionName.Ref]?.Properties.FunctionName}-fails`,
          group?.AlarmConfiguration.Alarms[0].Name,
        ];
      });
      expect(moved.filter(([expected, alarm]) => expected !== alarm)).toEqual([]);
    }
  });
});

/** Lists the resources that CloudFormation creates first. */
function neededBy(resource: unknown, among: ReadonlySet<string>): string[] {
  if (Array.isArray(resource)) return resource.flatMap((each) => neededBy(each, among));
  if (typeof resource !== 'object' || resource === null) return [];
  return Object.entries(resource).flatMap(([key, value]) => {
    const named = { Ref: [value], 'Fn::GetAtt': [value].flat().slice(0, 1), DependsOn: [value].flat() };
    const found = Object.entries(named).find(([name]) => name === key)?.[1] ?? [];
    return [...found.filter((id) => among.has(id)), ...neededBy(value, among)];
  });
}

test('has no circular dependency between resources, which CDK does not detect', () => {
  for (const template of stacksOf(full)) {
    const resources: Record<string, unknown> = template.toJSON()['Resources'];
    const left = new Map(
      Object.entries(resources).map(([id, one]) => [id, neededBy(one, new Set(Object.keys(resources)))]),
    );
    for (let before = 0; before !== left.size;) {
      before = left.size;
      for (const [id, needed] of left) if (needed.every((other) => !left.has(other))) left.delete(id);
    }
    expect([...left.keys()]).toEqual([]);
  }
});

test('creates no new version when only the reserved concurrency changes, which Lambda would refuse', () => {
  const { reservedConcurrency: _reserved, ...shared } = everything;
  const versions = (config: StageConfig) =>
    stacksOf(config).flatMap((template) => Object.keys(template.findResources('AWS::Lambda::Version')));
  expect(versions(parseStage('full', shared))).toEqual(versions(full));
});

test('watches no alarm when the stage has none', () => {
  const groups = all(withoutAlarms, 'AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);
  expect(groups).toHaveLength(namesOf(full).length);
  // CodeDeploy keeps earlier alarms unless they are disabled.
  expect(new Set(groups.map(({ AlarmConfiguration }) => text(AlarmConfiguration)))).toEqual(
    new Set([text({ Enabled: false })]),
  );
  expect(groups[0].AutoRollbackConfiguration.Events).toEqual(['DEPLOYMENT_FAILURE']);
});

test('removes only CodeDeploy and its check when the rollout is all at once', () => {
  const without = stacksOf(atOnce).map((template) => template.toJSON());
  expect(text(without)).not.toMatch(/codedeploy|Rollout/i);
  const gradual = stacksOf(full).map((template) => template.toJSON());
  for (const [index, { Resources }] of gradual.entries()) {
    const kept = Object.entries<{ UpdatePolicy?: object; DependsOn?: string[] }>(Resources).filter(
      ([id]) => !id.startsWith('Rollout'),
    );
    const bare = kept.map(([id, { UpdatePolicy: moved, DependsOn, ...resource }]) => [
      id,
      { ...resource, ...(!moved && DependsOn && { DependsOn }) },
    ]);
    expect(without[index]?.['Resources']).toEqual(Object.fromEntries(bare));
  }
});
