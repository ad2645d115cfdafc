import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

import { apiStageName } from './api-stage.ts';
import { resourceName } from './names.ts';

type Props = { stage: string; logDays: number; requestsPerFiveMinutes: number };

// Samples would show tokens in queries.
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const managed = (priority: number, name: string): CfnWebACL.RuleProperty => ({
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

/**
 * Signed deliveries come from few addresses and have limits of their own; a limit per address would keep commands and
 * payments out.
 */
const signedDeliveries = ['whatsapp', 'stripe'].map((kind): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: `/${apiStageName}/${kind}/`,
    textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
  },
}));

/**
 * Known bad addresses and payloads, and a limit per address. The common rule set is left out: it refuses callers
 * without a user agent, as devices are.
 */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      dataProtectionConfig: {
        dataProtections: [hidden('QUERY_STRING'), hidden('SINGLE_HEADER', ['authorization', 'cookie'])],
      },
      rules: [
        managed(0, 'AWSManagedRulesAmazonIpReputationList'),
        managed(1, 'AWSManagedRulesKnownBadInputsRuleSet'),
        {
          name: 'requests-per-address',
          priority: 2,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: props.requestsPerFiveMinutes,
              scopeDownStatement: { notStatement: { statement: { orStatement: { statements: signedDeliveries } } } },
            },
          },
          visibilityConfig: visibility('requests-per-address'),
        },
      ],
    });
    this.arn = acl.attrArn;
    this.#logRefusals(props);
  }

  #logRefusals({ stage, logDays }: Props): void {
    // The firewall requires this prefix.
    const name = `aws-waf-logs-${resourceName(stage, 'edge')}`;
    const logs = new LogGroup(this, 'Logs', {
      logGroupName: name,
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.arn,
      logDestinationConfigs: [Stack.of(this).formatArn({ service: 'logs', resource: `log-group:${name}` })],
      // Paths hold keys of WhatsApp lines.
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
