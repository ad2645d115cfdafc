import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

import { billingEventsPath } from '#shared/rules/billing/billing-events.ts';
import { crossOriginAnswer } from '#shared/rules/cross-origin.ts';

import { apiStageName } from './api-stage.ts';
import { resourceName } from './names.ts';

type Props = { stage: string; logDays: number; requestsPerFiveMinutes: number };

// Sampled requests would show tokens in query strings.
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const managedRule = (priority: number, name: string): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  visibilityConfig: visibility(name),
});

const hidden = (fieldType: string, fieldKeys?: string[]): CfnWebACL.DataProtectProperty => ({
  action: 'SUBSTITUTION',
  field: { fieldType, ...(fieldKeys ? { fieldKeys } : {}) },
});

const startsWith = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const hasPath = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const hasHeader = (name: string): CfnWebACL.StatementProperty => ({
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: name } },
    comparisonOperator: 'GE',
    size: 1,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({ notStatement: { statement } });
const every = (...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty => ({
  andStatement: { statements },
});
const some = (...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty => ({
  orStatement: { statements },
});

const whatsApp = startsWith(`/${apiStageName}/whatsapp/`);
const stripe = startsWith(`/${apiStageName}/stripe/`);
const signed = some(whatsApp, stripe);

/** WAHA sends its signature in `X-Webhook-Hmac`, Evolution in `Authorization`. */
const malformedDelivery = some(
  every(
    whatsApp,
    not(
      every(
        hasPath(`^/${apiStageName}/whatsapp/[a-z0-9][a-z0-9-]{0,30}/[A-Za-z0-9_-]{43}$`),
        some(hasHeader('x-webhook-hmac'), hasHeader('authorization')),
      ),
    ),
  ),
  every(stripe, not(every(hasPath(`^${billingEventsPath}$`), hasHeader('stripe-signature')))),
);

const entrances = some(
  startsWith(`/${apiStageName}/trigger/`),
  startsWith(`/${apiStageName}/pass/`),
  startsWith('/api/auth/'),
);

/** Requests per minute and address. All numbers of a gateway share one address. Their routes allow twice as many. */
export const maxSignedPerMinute = 6000;

type Limit = { limit: number; evaluationWindowSec: 60 | 300; of: CfnWebACL.StatementProperty };

/**
 * The CDN adds no headers to answers of the firewall, but pages of other origins must be able to read `retry-after`.
 */
const tooMany = (evaluationWindowSec: number): CfnWebACL.CustomResponseProperty => ({
  responseCode: 429,
  responseHeaders: Object.entries({ ...crossOriginAnswer, 'retry-after': String(evaluationWindowSec) }).map(
    ([name, value]) => ({ name, value }),
  ),
});

const limitPerAddress = (priority: number, name: string, { limit, evaluationWindowSec, of }: Limit) => ({
  name,
  priority,
  action: { block: { customResponse: tooMany(evaluationWindowSec) } },
  statement: {
    rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec, scopeDownStatement: of },
  },
  visibilityConfig: visibility(name),
});

/** Leaves out the common rule set, because it blocks callers without a user agent, such as devices. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const perFive = props.requestsPerFiveMinutes;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      dataProtectionConfig: {
        dataProtections: [hidden('QUERY_STRING'), hidden('SINGLE_HEADER', ['authorization', 'cookie'])],
      },
      rules: [
        managedRule(0, 'AWSManagedRulesAmazonIpReputationList'),
        managedRule(1, 'AWSManagedRulesKnownBadInputsRuleSet'),
        {
          name: 'malformed-deliveries',
          priority: 2,
          action: { block: { customResponse: { responseCode: 404 } } },
          statement: malformedDelivery,
          visibilityConfig: visibility('malformed-deliveries'),
        },
        limitPerAddress(3, 'deliveries-per-address', {
          limit: maxSignedPerMinute,
          evaluationWindowSec: 60,
          of: signed,
        }),
        limitPerAddress(4, 'requests-per-address', { limit: perFive, evaluationWindowSec: 300, of: not(signed) }),
        // Without this limit, a burst within the five minutes would use up the limits of these routes for all users.
        limitPerAddress(5, 'entrances-per-address', {
          limit: Math.ceil(perFive / 5),
          evaluationWindowSec: 60,
          of: entrances,
        }),
      ],
    });
    this.arn = acl.attrArn;
    this.#logRefusals(props);
  }

  #logRefusals({ stage, logDays }: Props): void {
    // AWS WAF requires this prefix.
    const name = `aws-waf-logs-${resourceName(stage, 'edge')}`;
    const logs = new LogGroup(this, 'Logs', {
      logGroupName: name,
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.arn,
      logDestinationConfigs: [Stack.of(this).formatArn({ service: 'logs', resource: `log-group:${name}` })],
      // Paths contain keys of WhatsApp lines.
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
    logging.node.addDependency(logs);
  }
}
