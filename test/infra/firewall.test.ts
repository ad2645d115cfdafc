import { describe, expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';

import { minimal, resourcesOf, templatesOf } from './synthesised.ts';

/** As in CloudFormation. https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements.html */
type Statement = {
  AndStatement?: { Statements: Statement[] };
  OrStatement?: { Statements: Statement[] };
  NotStatement?: { Statement: Statement };
  ByteMatchStatement?: { SearchString: string; TextTransformations: { Type: string }[] };
  RegexMatchStatement?: { RegexString: string };
  SizeConstraintStatement?: { FieldToMatch: { SingleHeader: { Name: string } }; Size: number };
};
type Rule = {
  Name: string;
  Action?: { Block: { CustomResponse: { ResponseCode: number; ResponseHeaders?: { Name: string; Value: string }[] } } };
  Statement: Statement & {
    RateBasedStatement?: {
      AggregateKeyType: string;
      Limit: number;
      EvaluationWindowSec: number;
      ScopeDownStatement: Statement;
    };
  };
};
type Asked = { path: string; headers?: Record<string, string> };

const transformations: Record<string, (path: string) => string> = {
  URL_DECODE: decodeURIComponent,
  NORMALIZE_PATH: (path) => new URL(path.replaceAll(/\/+/g, '/'), 'https://recado.test').pathname,
};

function matches(statement: Statement, asked: Asked): boolean {
  const { AndStatement, OrStatement, NotStatement } = statement;
  if (AndStatement) return AndStatement.Statements.every((each) => matches(each, asked));
  if (OrStatement) return OrStatement.Statements.some((each) => matches(each, asked));
  if (NotStatement) return !matches(NotStatement.Statement, asked);
  return matchesItself(statement, asked);
}

function matchesItself(
  { ByteMatchStatement, RegexMatchStatement, SizeConstraintStatement }: Statement,
  { path, headers = {} }: Asked,
): boolean {
  if (ByteMatchStatement) {
    const { TextTransformations, SearchString } = ByteMatchStatement;
    const read = TextTransformations.reduce((text, { Type }) => transformations[Type]?.(text) ?? text, path);
    return read.startsWith(SearchString);
  }
  if (RegexMatchStatement) return new RegExp(RegexMatchStatement.RegexString).test(path);
  if (!SizeConstraintStatement) throw new Error('A statement that this test does not know');
  const header = headers[SizeConstraintStatement.FieldToMatch.SingleHeader.Name];
  return header !== undefined && header.length >= SizeConstraintStatement.Size;
}

const rulesOf = (config: typeof minimal): Rule[] =>
  resourcesOf(templatesOf(config).edge, 'AWS::WAFv2::WebACL')[0]?.Properties.Rules;
const ruleNamed = (name: string): Rule | undefined => rulesOf(minimal).find(({ Name }) => Name === name);

const lineKey = 'k'.repeat(43);
const ofWhatsApp = `/prod/whatsapp/main/${lineKey}`;
const ofStripe = '/prod/stripe/events';

describe('the rule for malformed deliveries', () => {
  const malformed = ruleNamed('malformed-deliveries');
  const isRefused = (asked: Asked): boolean => matches(malformed?.Statement ?? {}, asked);

  test.each([
    ['WAHA', { path: ofWhatsApp, headers: { 'x-webhook-hmac': 'ab' } }],
    ['Evolution', { path: ofWhatsApp, headers: { authorization: 'Bearer ab' } }],
    ['Stripe', { path: ofStripe, headers: { 'stripe-signature': 't=1' } }],
  ])('allows a signed delivery by %s', (_name, asked) => {
    expect(isRefused(asked)).toBe(false);
  });

  test.each([
    ['to WhatsApp without a signature', { path: ofWhatsApp }],
    ['to WhatsApp with an empty signature', { path: ofWhatsApp, headers: { 'x-webhook-hmac': '' } }],
    ['to WhatsApp with the signature header of Stripe', { path: ofWhatsApp, headers: { 'stripe-signature': 't=1' } }],
    ['to Stripe without a signature', { path: ofStripe }],
    ['to an address that no line can have', { path: '/prod/whatsapp/main/short', headers: { 'x-webhook-hmac': 'ab' } }],
    ['to a path below a line', { path: `${ofWhatsApp}/more`, headers: { 'x-webhook-hmac': 'ab' } }],
    ['to another path of Stripe', { path: '/prod/stripe/other', headers: { 'stripe-signature': 't=1' } }],
    ['with two slashes', { path: `/prod//whatsapp/main/${lineKey}`, headers: { 'x-webhook-hmac': 'ab' } }],
    ['with an escaped letter', { path: `/prod/%77hatsapp/main/${lineKey}`, headers: { 'x-webhook-hmac': 'ab' } }],
  ])('rejects a delivery %s with 404 before it reaches a function', (_name, asked) => {
    expect(isRefused(asked)).toBe(true);
    expect(malformed?.Action?.Block.CustomResponse.ResponseCode).toBe(404);
  });

  test('ignores all other requests', () => {
    const others = ['/', '/api/subscription/w', '/prod/trigger/w/d', '/whatsapp', '/api/auth/google'];
    expect(others.filter((path) => isRefused({ path }))).toEqual([]);
  });
});

describe('limits per address', () => {
  const limits = () =>
    rulesOf(minimal).flatMap(({ Name, Action, Statement: { RateBasedStatement: rate } }) =>
      rate ? [{ name: Name, code: Action?.Block.CustomResponse.ResponseCode, ...rate }] : [],
    );
  const counting = (path: string): [string, number, number][] =>
    limits()
      .filter(({ ScopeDownStatement }) => matches(ScopeDownStatement, { path }))
      .map(({ name, Limit, EvaluationWindowSec }) => [name, Limit, EvaluationWindowSec]);

  test.each([
    ['/triggers', [['requests-per-address', 2000, 300]]],
    [
      '/prod/trigger/w/d',
      [
        ['requests-per-address', 2000, 300],
        ['entrances-per-address', 400, 60],
      ],
    ],
    [
      '/prod/pass/fire',
      [
        ['requests-per-address', 2000, 300],
        ['entrances-per-address', 400, 60],
      ],
    ],
    ['/prod/pass', [['requests-per-address', 2000, 300]]],
    [
      '/api/auth/google',
      [
        ['requests-per-address', 2000, 300],
        ['entrances-per-address', 400, 60],
      ],
    ],
    [ofWhatsApp, [['deliveries-per-address', 6000, 60]]],
    [ofStripe, [['deliveries-per-address', 6000, 60]]],
  ])('counts requests to %s and answers 429 above the limit', (path, expected) => {
    expect(counting(path)).toEqual(expected);
    expect(new Set(limits().map(({ code, AggregateKeyType }) => [code, AggregateKeyType].join(' ')))).toEqual(
      new Set(['429 IP']),
    );
  });

  test.each([
    ['webhook', '/prod/trigger/w/d'],
    ['webhook', '/prod/pass/fire'],
    ['auth', '/api/auth/google'],
    ['whatsapp-inbound', ofWhatsApp],
    ['stripe-events', ofStripe],
  ])('keeps one address from using up the rate limit of %s', (name, path) => {
    const rate = functions.find((row) => row.name === name)?.throttle?.rate ?? minimal.throttle.rate;
    const allowed = Math.min(...counting(path).map(([, limit, seconds]) => (limit / seconds) * 60));
    expect(allowed).toBeLessThanOrEqual((rate * 60) / 2);
  });

  test('sends Retry-After, which pages of other origins can read', () => {
    const answers = rulesOf(minimal).flatMap(({ Action, Statement: { RateBasedStatement: rate } }) =>
      rate ? [[rate.EvaluationWindowSec, Action?.Block.CustomResponse.ResponseHeaders] as const] : [],
    );
    expect(answers).toHaveLength(3);
    for (const [seconds, headers = []] of answers) {
      expect(Object.fromEntries(headers.map(({ Name, Value }) => [Name, Value]))).toMatchObject({
        'retry-after': String(seconds),
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('Retry-After'),
      });
    }
  });

  test('uses the limits of the stage', () => {
    const own = rulesOf(parseStage('prod', { firewall: { requestsPerFiveMinutes: 1001 } }));
    expect(own.flatMap(({ Statement: { RateBasedStatement: rate } }) => (rate ? [rate.Limit] : []))).toEqual([
      6000, 1001, 201,
    ]);
  });
});
