import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { App } from 'aws-cdk-lib';
import { beforeAll, describe, expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';
import { notAllowedAnswer, publicAddresses } from '#infra/public-addresses.ts';
import { addStage } from '#infra/stage.ts';
import { securityHeaders } from '#shared/rules/browser-policy.ts';
import { crossOriginAnswer, isForAnyOrigin, isPreflight, preflightAnswer } from '#shared/rules/cross-origin.ts';
import { developmentSkillPage } from '#shared/rules/skill-page.ts';
import { originSecretHeader, viewerAddressHeader } from '#test/local/gateway/event.ts';
import { aBuiltApp } from '#test/support/a-page-server.ts';

import {
  bothStages,
  folder,
  full,
  minimal,
  resourcesOf,
  smallWebApp,
  templatesOf,
  type Templates,
} from './synthesised.ts';

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

let templates: Templates;
let fullTemplates: Templates;
beforeAll(() => {
  templates = templatesOf(minimal);
  fullTemplates = templatesOf(full);
});

const distributionOf = ({ edge }: Templates) =>
  resourcesOf(edge, 'AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;
const distribution = () => distributionOf(templates);

type Behaviour = { PathPattern: string; TargetOriginId: string; [setting: string]: unknown };
type Origin = { Id: string; [setting: string]: unknown };
const allBehaviours = (): Behaviour[] => distribution().CacheBehaviors;
const statusPaths = ['/api/status', '/api/status/days'];
const cachedPaths = [...statusPaths, '/api/openapi.json', '/prod/pass'];
/** Except behaviours whose responses are the same for all callers. */
const apiBehaviours = (): Behaviour[] =>
  allBehaviours().filter(({ PathPattern }) => !cachedPaths.includes(PathPattern));
const originOf = (id: string): Origin | undefined => distribution().Origins.find((origin: Origin) => origin.Id === id);

function viewerFunction(behaviour: { FunctionAssociations: { EventType: string; FunctionARN: unknown }[] }) {
  const [association, ...more] = behaviour.FunctionAssociations;
  expect([association?.EventType, more]).toEqual(['viewer-request', []]);
  const name = /"(\w+)","FunctionARN"/.exec(JSON.stringify(association?.FunctionARN))?.[1] ?? '';
  const { FunctionCode, FunctionConfig } =
    templates.edge.findResources('AWS::CloudFront::Function')[name]?.Properties ?? {};
  expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
  return (request: object, viewer = { ip: '203.0.113.7' }) =>
    JSON.parse(JSON.stringify(runInNewContext(`${FunctionCode}; handler(event)`, { event: { request, viewer } })));
}

function configOf({ outdir }: Templates): unknown {
  const dirs = readdirSync(outdir).filter((name) => name.startsWith('asset.'));
  const [file] = dirs.map((dir) => join(outdir, dir, 'config.json')).filter((path) => existsSync(path));
  return JSON.parse(readFileSync(file ?? '', 'utf8'));
}

function headersOf({ edge }: Templates, reference: unknown): Record<string, string> {
  const name = /"Ref":"(\w+)"/.exec(JSON.stringify(reference))?.[1] ?? '';
  const policy = edge.findResources('AWS::CloudFront::ResponseHeadersPolicy')[name]?.Properties;
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = policy.ResponseHeadersPolicyConfig;
  const { AccessControlMaxAgeSec, IncludeSubdomains } = security.StrictTransportSecurity;
  const items: { Header: string; Value: string; Override: boolean }[] = custom.Items;
  expect([...items, ...Object.values<{ Override: boolean }>(security)].every(({ Override }) => Override)).toBe(true);
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    'x-content-type-options': security.ContentTypeOptions ? 'nosniff' : '',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(items.map(({ Header, Value }) => [Header, Value])),
  };
}

describe('requests for the API', () => {
  test('forwards calls of the app, webhooks, findings, the guest page and the two signed endpoints', () => {
    // The first match applies.
    expect(allBehaviours().map(({ PathPattern }) => PathPattern)).toEqual([
      ...cachedPaths,
      '/api/*',
      '/prod/trigger/*',
      '/prod/findings/*',
      '/prod/pass/*',
      '/prod/whatsapp/*',
      '/prod/stripe/*',
    ]);
  });

  test(
    'forwards API requests uncached with every header except Host, apart from status, documents and guest page',
    { tags: 'threat-cache' },
    () => {
      for (const behaviour of apiBehaviours()) {
        expect(behaviour).toMatchObject({
          CachePolicyId: cachingDisabled,
          OriginRequestPolicyId: allViewerExceptHost,
          ViewerProtocolPolicy: 'https-only',
          AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']),
        });
      }
    },
  );

  test("adds the CDN's secret to requests over TLS without storing it in the template", () => {
    const files = distribution().DefaultCacheBehavior.TargetOriginId;
    for (const { TargetOriginId } of allBehaviours().filter((each) => each.TargetOriginId !== files)) {
      expect(originOf(TargetOriginId)).toMatchObject({
        OriginCustomHeaders: [
          {
            HeaderName: originSecretHeader,
            HeaderValue: '{{resolve:secretsmanager:recado/prod/origin:SecretString:value::}}',
          },
        ],
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      });
    }
  });

  test('references the version of a changed secret, because an unchanged template is not deployed', () => {
    const sent = distributionOf(fullTemplates).Origins.flatMap(
      ({ OriginCustomHeaders = [] }: { OriginCustomHeaders?: { HeaderValue: string }[] }) =>
        OriginCustomHeaders.map(({ HeaderValue }) => HeaderValue),
    );
    const inFull = `{{resolve:secretsmanager:recado/full/origin:SecretString:value::${full.originSecretVersion}}}`;
    expect(new Set(sent)).toEqual(new Set([inFull]));
  });

  test('prefixes calls of the app with the stage, which public addresses already contain', () => {
    const paths = apiBehaviours().map((each) => [each.PathPattern, originOf(each.TargetOriginId)?.['OriginPath']]);
    expect(Object.fromEntries(paths)).toEqual({
      '/api/*': '/prod',
      '/prod/trigger/*': undefined,
      '/prod/findings/*': undefined,
      '/prod/pass/*': undefined,
      '/prod/whatsapp/*': undefined,
      '/prod/stripe/*': undefined,
    });
  });

  test('never retries requests whose repetition could fire twice', () => {
    const inbound = apiBehaviours().filter(({ PathPattern }) => PathPattern.startsWith('/prod/'));
    const attempts = inbound.map(({ TargetOriginId }) => originOf(TargetOriginId)?.['ConnectionAttempts']);
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
  });

  test("overwrites the viewer's address with the one that the CDN observed", { tags: 'threat-cdn-bypass' }, () => {
    const forwarding = distribution().CacheBehaviors.filter(
      ({ PathPattern }: Behaviour) => !cachedPaths.includes(PathPattern),
    );
    expect(forwarding).toHaveLength(6);
    for (const behaviour of forwarding) {
      const claimed = { uri: '/api/health', headers: { [viewerAddressHeader]: { value: '198.51.100.1' } } };
      expect(viewerFunction(behaviour)(claimed)).toEqual({
        uri: '/api/health',
        headers: { [viewerAddressHeader]: { value: '203.0.113.7' } },
      });
    }
  });

  test.each(statusPaths)(
    'caches %s as long as the response allows, independent of the caller',
    { tags: 'threat-public-status' },
    (path) => {
      const status = allBehaviours().find(({ PathPattern }) => PathPattern === path);
      expect(status).toMatchObject({
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: ['GET', 'HEAD'],
        Compress: true,
      });
      expect(status?.['OriginRequestPolicyId']).toBeUndefined();
      expect(status?.TargetOriginId).toBe(apiBehaviours()[0]?.TargetOriginId);
      const policies = templates.edge.findResources('AWS::CloudFront::CachePolicy');
      const name = /"Ref":"(\w+)"/.exec(JSON.stringify(status?.['CachePolicyId']))?.[1] ?? '';
      expect(policies[name]?.Properties.CachePolicyConfig).toMatchObject({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 300,
        ParametersInCacheKeyAndForwardedToOrigin: {
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
        },
      });
      const headers = headersOf(templates, status?.['ResponseHeadersPolicyId']);
      expect(headers).toMatchObject({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" });
      expect(headers).not.toHaveProperty('cache-control');
    },
  );

  test('caches the guest page and keeps its own content security policy', () => {
    const page = allBehaviours().find(({ PathPattern }) => PathPattern === '/prod/pass');
    expect(page).toMatchObject({ ViewerProtocolPolicy: 'https-only', Compress: true });
    expect(page?.['OriginRequestPolicyId']).toBeUndefined();
    expect(originOf(page?.TargetOriginId ?? '')?.['OriginPath']).toBeUndefined();
    const name = /"Ref":"(\w+)"/.exec(JSON.stringify(page?.['ResponseHeadersPolicyId']))?.[1] ?? '';
    const policy = templates.edge.findResources('AWS::CloudFront::ResponseHeadersPolicy')[name]?.Properties;
    const { ContentSecurityPolicy, ReferrerPolicy, FrameOptions } =
      policy.ResponseHeadersPolicyConfig.SecurityHeadersConfig;
    expect(ContentSecurityPolicy.Override).toBe(false);
    expect(ReferrerPolicy).toEqual({ Override: true, ReferrerPolicy: 'no-referrer' });
    expect(FrameOptions).toEqual({ FrameOption: 'DENY', Override: true });
  });

  test('serves the OpenAPI document from the files of the deployment', () => {
    const document = allBehaviours().find(({ PathPattern }) => PathPattern === '/api/openapi.json');
    expect(document).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], Compress: true });
    expect(document?.['FunctionAssociations']).toBeUndefined();
    expect(document?.TargetOriginId).toBe(distribution().DefaultCacheBehavior.TargetOriginId);
  });

  test('returns API responses with headers against caching and rendering', { tags: 'threat-clickjacking' }, () => {
    for (const { ResponseHeadersPolicyId } of apiBehaviours()) {
      expect(headersOf(templates, ResponseHeadersPolicyId)).toEqual({
        ...securityHeaders,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
    }
  });
});

describe('methods of public addresses', () => {
  const behaviours = (): { PathPattern: string; FunctionAssociations: never }[] => distribution().CacheBehaviors;
  const behaviourOf = (path: string) =>
    behaviours().find(({ PathPattern }) => new RegExp(`^${PathPattern.replaceAll('*', '.*')}$`).test(path));
  const publicPaths = new Map(
    publicAddresses(functions).map(({ pattern, allow }) => [pattern.slice(1, -1).replaceAll('[^/]+', '1'), allow]),
  );

  test.each([...publicPaths])('allows for %s only %s and rejects other methods with an Allow header', (uri, allow) => {
    const behaviour = behaviourOf(uri);
    expect(behaviour).toMatchObject({ AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']) });
    const answer = viewerFunction(behaviour ?? { FunctionAssociations: [] });
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const answers = methods.map((method) => [method, answer({ method, uri, headers: {} })] as const);
    const passed = answers.filter(([, { headers }]) => viewerAddressHeader in headers);
    expect(passed.map(([method]) => method)).toEqual(methods.filter((method) => allow.split(', ').includes(method)));
    const { status, headers, body } = notAllowedAnswer;
    const all = { ...headers, ...(isForAnyOrigin(uri) && crossOriginAnswer), allow };
    const inAnswer = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]));
    for (const [, refused] of answers.filter((each) => !passed.includes(each))) {
      expect(refused).toMatchObject({ statusCode: status, headers: inAnswer, body: { data: body } });
    }
  });

  test.each([...publicPaths])('removes a trailing slash from %s', (uri, allow) => {
    const answer = viewerFunction(behaviourOf(uri) ?? { FunctionAssociations: [] });
    const method = allow.split(', ')[0] ?? '';
    for (const slashes of ['/', '//']) expect(answer({ method, uri: `${uri}${slashes}`, headers: {} }).uri).toBe(uri);
  });
});

describe('pages of another origin', () => {
  const patterns = () => allBehaviours().map(({ PathPattern }) => PathPattern);
  /** A path that matches the pattern of a behaviour. */
  const pathOf = (pattern: string): string => pattern.replace('*', '1/trg-1');
  const corsOf = ({ ResponseHeadersPolicyId }: Behaviour) => {
    const name = /"Ref":"(\w+)"/.exec(JSON.stringify(ResponseHeadersPolicyId))?.[1] ?? '';
    const policy = templates.edge.findResources('AWS::CloudFront::ResponseHeadersPolicy')[name]?.Properties;
    return policy.ResponseHeadersPolicyConfig.CorsConfig;
  };

  test(
    'lets pages of other origins read webhooks, findings, status and the OpenAPI document, as on one machine',
    { tags: 'threat-cors' },
    () => {
      const open = allBehaviours().filter((each) => corsOf(each));
      expect(open.map(({ PathPattern }) => PathPattern)).toEqual([
        ...statusPaths,
        '/api/openapi.json',
        '/prod/trigger/*',
        '/prod/findings/*',
      ]);
      expect(patterns().filter((pattern) => isForAnyOrigin(pathOf(pattern)))).toEqual(
        open.map(({ PathPattern }) => PathPattern),
      );
      for (const each of open) {
        const { AccessControlAllowOrigins, AccessControlExposeHeaders, AccessControlAllowCredentials } = corsOf(each);
        expect(AccessControlAllowCredentials).toBe(false);
        expect({
          'access-control-allow-origin': AccessControlAllowOrigins.Items.join(', '),
          'access-control-expose-headers': AccessControlExposeHeaders.Items.join(', '),
        }).toEqual(crossOriginAnswer);
      }
    },
  );

  test('answers preflight requests only for webhooks and findings, as on one machine', () => {
    const answered = apiBehaviours().flatMap((each: Behaviour & { FunctionAssociations?: never }) => {
      const request = { method: 'OPTIONS', uri: pathOf(each.PathPattern), headers: {} };
      const { statusCode, headers } = viewerFunction({ FunctionAssociations: [], ...each })(request);
      return statusCode !== 204 ? [] : [[each.PathPattern, statusCode, headers]];
    });
    const headers = Object.fromEntries(Object.entries(preflightAnswer).map(([name, value]) => [name, { value }]));
    expect(answered).toEqual([
      ['/prod/trigger/*', 204, headers],
      ['/prod/findings/*', 204, headers],
    ]);
    expect(patterns().filter((pattern) => isPreflight('OPTIONS', pathOf(pattern)))).toEqual(
      answered.map(([pattern]) => pattern),
    );
  });
});

describe('pages', () => {
  test.each(bothStages)('sends the same headers as the app on one machine, with %s', async (_name, config) => {
    const found = templatesOf(config);
    const deployed = headersOf(found, distributionOf(found).DefaultCacheBehavior.ResponseHeadersPolicyId);
    const app = await aBuiltApp(smallWebApp(), config.supportWidgetUrl);
    const { headers } = await fetch(`${app.url}/triggers`);
    await app.close();
    const local = Object.keys(deployed).map((name) => [name, headers.get(name)]);
    expect(Object.fromEntries(local)).toEqual(deployed);
    expect(Object.keys(deployed)).toEqual(
      expect.arrayContaining([...Object.keys(securityHeaders), 'content-security-policy']),
    );
  });

  test('allows the host of the support widget only if one is configured', () => {
    const policyOf = (found: Templates) =>
      headersOf(found, distributionOf(found).DefaultCacheBehavior.ResponseHeadersPolicyId)['content-security-policy'];
    expect(policyOf(templates)).not.toContain('support.example.com');
    expect(policyOf(fullTemplates)).toContain("script-src 'self' https://support.example.com;");
  });

  test.each([
    ['/', '/pages/dashboard.html'],
    ['/triggers', '/pages/triggers.html'],
    ['/triggers/', '/pages/triggers.html'],
    ['/nowhere', '/index.html'],
    ['/triggers/trg-7', '/pages/triggers.id.html'],
    ['/triggers/trg-7/', '/pages/triggers.id.html'],
    ['/triggers/trg-7/runs', '/index.html'],
    ['/worker.js', '/worker.js'],
    ['/pages/triggers', '/index.html'],
    ['/a.b/c', '/index.html'],
    ['/assets/index-3f9a.js', '/assets/index-3f9a.js'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
    ['/manifest.webmanifest', '/manifest.webmanifest'],
    ['/icons/any-192.png', '/icons/any-192.png'],
  ])('serves %s as %s', (uri, file) => {
    expect(viewerFunction(distribution().DefaultCacheBehavior)({ uri, headers: {} }).uri).toBe(file);
  });

  test.each(['/trigger/7/trg-1', '//prod/trigger/7/trg-1', '/prod/nothing', '/api/'])(
    'returns 404 at %s, so that a mistyped webhook address does not appear to work',
    (uri) => {
      const answer = viewerFunction(distribution().DefaultCacheBehavior)({ uri, headers: {} });
      expect(answer).toEqual({ statusCode: 404, statusDescription: 'Not Found' });
    },
  );

  test('serves the fallback page only in the default behaviour, so that a 404 of the API stays a 404', () => {
    expect(distribution().CustomErrorResponses).toBeUndefined();
    const fallback = JSON.stringify(distribution().DefaultCacheBehavior.FunctionAssociations);
    for (const { FunctionAssociations } of apiBehaviours()) {
      expect(JSON.stringify(FunctionAssociations)).not.toBe(fallback);
    }
  });

  test('compresses pages with gzip and Brotli and caches them as long as each file allows', () => {
    const policies = resourcesOf(templates.edge, 'AWS::CloudFront::CachePolicy').filter(({ Properties }) =>
      Properties.CachePolicyConfig.Name.includes('Page'),
    );
    expect(distribution().DefaultCacheBehavior).toMatchObject({
      Compress: true,
      ViewerProtocolPolicy: 'redirect-to-https',
    });
    expect(policies.map(({ Properties }) => Properties.CachePolicyConfig)).toMatchObject([
      {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: { EnableAcceptEncodingBrotli: true, EnableAcceptEncodingGzip: true },
      },
    ]);
  });
});

test('caches a page by its path only, without headers, cookies or query', { tags: 'threat-cache' }, () => {
  const [policy] = resourcesOf(templates.edge, 'AWS::CloudFront::CachePolicy');
  expect(policy?.Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
    HeadersConfig: { HeaderBehavior: 'none' },
    CookiesConfig: { CookieBehavior: 'none' },
    QueryStringsConfig: { QueryStringBehavior: 'none' },
  });
  expect(distribution().DefaultCacheBehavior.OriginRequestPolicyId).toBeUndefined();
});

describe('the web app', () => {
  const steps = () => Object.entries(templates.edge.findResources('Custom::CDKBucketDeployment'));

  test(
    'uploads assets first, then the pages and last the service worker, and deletes no old files',
    { tags: 'threat-cache' },
    () => {
      const order = ['Assets', 'Routes', 'Files', 'Documents', 'Manifest', 'Page', 'Worker'].map((step) =>
        steps().find(([id]) => id.startsWith(`WebApp${step}`)),
      );
      for (const [index, step] of order.slice(1).entries()) {
        expect(step?.[1]['DependsOn']).toContain(order[index]?.[0]);
      }
      expect(order.map((step) => step?.[1]['Properties'])).toMatchObject([
        {
          Prune: false,
          DestinationBucketKeyPrefix: 'assets',
          SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
        },
        { Prune: false, SystemMetadata: { 'cache-control': 'no-cache' } },
        { Prune: false, SystemMetadata: { 'cache-control': 'no-cache' } },
        { Prune: false, SystemMetadata: { 'cache-control': 'public, max-age=3600' } },
        {
          Prune: false,
          SystemMetadata: { 'cache-control': 'no-cache', 'content-type': 'application/manifest+json' },
        },
        { Prune: false, SystemMetadata: { 'cache-control': 'no-cache' } },
        { Prune: false, SystemMetadata: { 'cache-control': 'no-cache', 'content-type': 'text/javascript' } },
      ]);
      expect(steps()).toHaveLength(7);
    },
  );

  test('uploads the pages of routes before the CDN serves them', () => {
    const [routes] = steps().find(([id]) => id.startsWith('WebAppRoutes')) ?? [];
    const singlePage = Object.entries(templates.edge.findResources('AWS::CloudFront::Function')).find(([id]) =>
      id.includes('SinglePage'),
    );
    expect(singlePage?.[1]['DependsOn']).toContain(routes);
  });

  test('fails to deploy without built pages', () => {
    const built = { bundles: folder('no-bundles'), webDir: folder('no-pages') };
    expect(() => addStage(new App(), minimal, built)).toThrow(join(built.webDir, 'assets'));
  });

  test('writes the webhook host, the contacts, the passkey extension and the skill page to config.json', () => {
    expect(configOf(fullTemplates)).toEqual({
      webhookUrl: 'https://recado.example.com',
      supportWidgetUrl: full.supportWidgetUrl,
      supportEmail: full.supportEmail,
      privacyEmail: full.privacyEmail,
      passkeyExtensionId: full.whatsapp?.passkeyExtensionId,
      skillPage: full.skillPage,
      skillInEurope: true,
    });
  });

  test('writes the page of a skill in development, or none if it is not configured', () => {
    const inDevelopment = parseStage('dev', { skillId: full.skillId, skillPage: 'development' });
    expect(configOf(templatesOf(inDevelopment))).toHaveProperty('skillPage', developmentSkillPage(full.skillId ?? ''));
    expect(configOf(templates)).not.toHaveProperty('skillPage');
    expect(configOf(templates)).not.toHaveProperty('skillInEurope');
  });

  test('writes that a stage without gateways has no WhatsApp', () => {
    expect(configOf(templates)).toHaveProperty('hasWhatsapp', false);
  });

  test('stores the app in an encrypted bucket that only the CDN can read over TLS', () => {
    const bucket = resourcesOf(templates.edge, 'AWS::S3::Bucket')[0];
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
      },
    });
    const [policy] = resourcesOf(templates.edge, 'AWS::S3::BucketPolicy');
    type Statement = { Effect: string; Principal: unknown; Condition: unknown };
    const statements: Statement[] = policy?.Properties.PolicyDocument.Statement;
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.map(({ Principal }) => Principal)).toEqual([{ Service: 'cloudfront.amazonaws.com' }]);
  });
});

describe('the host', () => {
  test.each(bothStages)(
    'keeps the host when its stack is deleted, because users store webhook addresses, with %s',
    (_name, config) => {
      const { edge } = templatesOf(config);
      for (const type of ['AWS::CloudFront::Distribution', 'AWS::ApiGatewayV2::Api']) {
        expect(resourcesOf(edge, type)).toMatchObject([
          { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' },
        ]);
      }
    },
  );

  test('uses the configured domain with current TLS and records for IPv4 and IPv6', () => {
    expect(distributionOf(fullTemplates)).toMatchObject({
      Aliases: ['recado.example.com'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
    const records = resourcesOf(fullTemplates.edge, 'AWS::Route53::RecordSet').map(({ Properties }) => Properties);
    expect(records.map(({ Name, Type }) => `${Type} ${Name}`)).toEqual([
      'A recado.example.com.',
      'AAAA recado.example.com.',
    ]);
    expect(distribution().Aliases).toBeUndefined();
  });

  test('creates a firewall unless the stage disables it', () => {
    expect(distributionOf(templatesOf(parseStage('prod', { firewall: false }))).WebACLId).toBeUndefined();
    for (const each of [templates, fullTemplates]) {
      expect(distributionOf(each).WebACLId).toEqual({ 'Fn::GetAtt': [expect.any(String), 'Arn'] });
      const [acl] = resourcesOf(each.edge, 'AWS::WAFv2::WebACL');
      expect(acl?.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    }
  });
});
