import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';
import { routePathOf } from '#shared/contracts/endpoint.ts';

import { plain } from './statements.ts';
import { bothStages, full, templatesOf } from './synthesised.ts';

/** Outputs for the operator, without exports between stacks. */
function reported(config: typeof full): Record<string, { value: string; what: string }> {
  const { outdir: _outdir, ...templates } = templatesOf(config);
  const outputs = Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries(template?.findOutputs('*') ?? {}).flatMap(([name, { Value, Description = '', Export }]) =>
      Export === undefined ? [[`${stack}.${name}`, { value: plain(Value), what: String(Description) }] as const] : [],
    ),
  );
  return Object.fromEntries(outputs);
}

describe.each(bothStages)('outputs with %s', (_name, config) => {
  const all = reported(config);
  const host = config.domain?.name ?? '<CdnDistribution.DomainName>';

  test('describes in every output what to do with it, without repetitions', () => {
    const sentences = Object.values(all).map(({ what }) => what);
    expect(sentences.filter((what) => what.length < 30 || what.length > 1024)).toEqual([]);
    const ofOnePlace = sentences.filter((what) => !what.includes('endpoint of eu-west-1'));
    expect(new Set(ofOnePlace).size).toBe(ofOnePlace.length);
  });

  test('outputs the addresses that other companies ask for', () => {
    expect(all).toMatchObject({
      'edge.AppUrl': { value: `https://${host}` },
      'edge.AmazonReturnUrl': {
        value: `https://${host}/api/auth/amazon/callback`,
        what: expect.stringContaining('Return URL'),
      },
      'edge.AmazonOrigin': { value: `https://${host}`, what: expect.stringContaining('Origins') },
      'edge.GoogleRedirectUri': {
        value: `https://${host}/api/auth/google/callback`,
        what: expect.stringContaining('redirect'),
      },
      'edge.StripeWebhookUrl': { value: `https://${host}/prod/stripe/events` },
      'edge.WhatsAppWebhookPrefix': { value: `https://${host}/prod/whatsapp/` },
      'edge.PrivacyUrl': { value: `https://${host}/privacy` },
      'edge.TermsUrl': { value: `https://${host}/terms` },
    });
  });

  test('outputs only API addresses that exist', () => {
    const paths = functions.flatMap(({ contracts = [] }) =>
      contracts.flatMap((one) => Object.values(one)).map(routePathOf),
    );
    const mentioned = ['AmazonReturnUrl', 'GoogleRedirectUri', 'StripeWebhookUrl', 'WhatsAppWebhookPrefix'];
    for (const name of mentioned) {
      const path = all[`edge.${name}`]?.value.replace(`https://${host}`, '').replace(/^\/prod/, '') ?? '';
      expect(paths.some((known) => known === path || (path.endsWith('/') && known.startsWith(path)))).toBe(true);
    }
  });

  test('outputs each secret that an operator fills in, with its content and source', () => {
    const filled = ['Amazon', 'Alexa', 'Google', 'Stripe', 'Whatsapp', 'Canary'];
    const secrets = Object.values(templatesOf(config).data.findResources('AWS::SecretsManager::Secret'));
    const placeholders = secrets
      .filter(({ Properties }) => Properties.SecretString === '{}')
      .map(({ Properties }) => Properties.Name);
    expect(new Set(filled.map((name) => all[`data.Secret${name}`]?.value))).toEqual(new Set(placeholders));
    expect(filled.filter((name) => !all[`data.Secret${name}`]?.what.startsWith('Paste {"'))).toEqual([]);
  });

  test('outputs no secret values', () => {
    expect(Object.values(all).filter(({ value }) => /resolve:|SecretString|password/i.test(value))).toEqual([]);
  });
});

test('outputs the functions of the skill and of its copy in Europe', () => {
  expect(reported(full)).toMatchObject({
    'skill.SkillFunctionArn': { what: expect.stringContaining('endpoint of us-east-1') },
    'skillEurope.SkillFunctionArn': { what: expect.stringContaining('endpoint of eu-west-1') },
  });
});

test('outputs the DNS record to create for a stage with DNS elsewhere', () => {
  const elsewhere = parseStage('dns', {
    domain: { name: 'recado.example.com', certificateArn: full.domain?.certificateArn },
  });
  expect(reported(elsewhere)['edge.CdnHost']?.what).toContain('Point recado.example.com at it: a CNAME');
  expect(reported(full)['edge.CdnHost']?.what).not.toContain('Point');
});

test('outputs the secret that needs the key hash of a hosted gateway', () => {
  expect(reported(full)['messaging.GatewayDoormainKey']?.value).toBe('recado/full/gateway-key-main');
});

test('mentions only existing outputs, commands and files in the deployment guide', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const pages = ['infra/README.md', 'docs/costs.md', 'docs/deployments.md', 'docs/real-account-checks.md'];
  const guide = pages.map(read).join('\n');
  const outputs = Object.keys(reported(full)).map((name) => name.split('.').at(-1));
  const named = [...guide.matchAll(/`([A-Z][a-zA-Z]+(?:Url|Uri|Host|Origin|Role|Amazon))`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !outputs.includes(name))).toEqual([]);
  const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
  const commands = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...guide.matchAll(/`((?:stages|constructs|costs|skill)?\/?[\w-]+\.(?:ts|jsonc|md))`/g)].map(
    ([, path = '']) => path,
  );
  const missing = files.filter((path) => !existsSync(new URL(`../../infra/${path}`, import.meta.url)));
  expect(missing.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});
