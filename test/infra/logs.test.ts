import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { allOf, bothStages, full, resourcesOf, templatesOf } from './synthesised.ts';

describe.each(bothStages)('logs with %s', (_name, config) => {
  const everyTemplate = allOf(templatesOf(config));
  const all = (type: string) => everyTemplate.flatMap((template) => resourcesOf(template, type));

  test('sets a retention period for every log', () => {
    const groups = all('AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(8);
    const [ofGateways, others] = [true, false].map((ours) =>
      groups.filter(({ Properties }) => Properties.LogGroupName.startsWith('/ecs/') === ours),
    );
    expect(others?.filter(({ Properties }) => Properties.RetentionInDays !== config.logDays)).toEqual([]);
    // Gateways run third-party code, so their logs expire sooner.
    expect(ofGateways?.filter(({ Properties }) => Properties.RetentionInDays !== 14)).toEqual([]);
  });

  test('writes the logs of every function to a declared group instead of one created by CloudWatch', () => {
    const lambdas = all('AWS::Lambda::Function');
    const groups = everyTemplate.flatMap((template) => Object.keys(template.findResources('AWS::Logs::LogGroup')));
    const used = lambdas.map(({ Properties }) => Properties.LoggingConfig?.LogGroup?.Ref);
    expect(used.filter((name) => !groups.includes(name))).toEqual([]);
  });

  test(
    'logs route keys, numbers and ids in the access log, but nothing that callers wrote',
    { tags: 'threat-logs' },
    () => {
      const stage = all('AWS::ApiGatewayV2::Stage')[0];
      const format: Record<string, string> = JSON.parse(stage?.Properties.AccessLogSettings.Format);
      const harmless = [
        'requestId',
        'requestTime',
        'routeKey',
        'status',
        'protocol',
        'responseLength',
        'responseLatency',
        'integrationLatency',
        'integrationStatus',
        'integrationErrorMessage',
        'error.message',
      ].map((field) => `$context.${field}`);
      expect(Object.values(format).filter((field) => !harmless.includes(field))).toEqual([]);
    },
  );

  test('enables no log at the edge that would contain query strings', () => {
    const distribution = all('AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;
    expect(distribution.Logging).toBeUndefined();
    for (const behaviour of [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors]) {
      expect(behaviour.RealtimeLogConfigArn).toBeUndefined();
    }
    expect(all('AWS::CloudFront::RealtimeLogConfig')).toEqual([]);
    expect(all('AWS::Logs::DeliverySource')).toEqual([]);
    expect(all('AWS::S3::Bucket').map(({ Properties }) => Properties.LoggingConfiguration)).toEqual([undefined]);
  });

  test('traces functions only if the stage asks for it, and without code that could record an address', () => {
    const ours = all('AWS::Lambda::Function').filter(({ Properties }) => Properties.FunctionName);
    const modes = new Set(ours.map(({ Properties }) => Properties.TracingConfig?.Mode));
    expect(modes).toEqual(new Set([config.tracing === true ? 'Active' : undefined]));
    expect(ours.length).toBeGreaterThan(8);
    const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(Object.keys(dependencies).filter((name) => /x-?ray|opentelemetry|powertools/.test(name))).toEqual([]);
  });
});

describe('the firewall', () => {
  const { edge } = templatesOf(full);
  const acl = resourcesOf(edge, 'AWS::WAFv2::WebACL')[0]?.Properties;

  test('redacts addresses, tokens and cookies in everything that the firewall stores', () => {
    const [logging] = resourcesOf(edge, 'AWS::WAFv2::LoggingConfiguration');
    expect(logging?.Properties.RedactedFields).toEqual([
      { UriPath: {} },
      { QueryString: {} },
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
    ]);
    expect(acl.DataProtectionConfig.DataProtections).toEqual([
      { Action: 'SUBSTITUTION', Field: { FieldType: 'QUERY_STRING' } },
      { Action: 'SUBSTITUTION', Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie'] } },
    ]);
  });

  test('stores no samples of requests in the firewall', () => {
    const rules: { VisibilityConfig: { SampledRequestsEnabled: boolean } }[] = [acl, ...acl.Rules];
    expect(rules.filter(({ VisibilityConfig }) => VisibilityConfig.SampledRequestsEnabled)).toEqual([]);
  });
});
