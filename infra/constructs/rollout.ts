import { readFileSync } from 'node:fs';

import { CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { failuresName, resourceName } from './names.ts';
import type { ProductFunction } from './product-function.ts';

/** Lets CodeDeploy move aliases. */
const shiftsTraffic = 'service-role/AWSCodeDeployRoleForLambdaLimited';

/**
 * Lets CodeDeploy move the alias of each function: a new version that starts gets a tenth of the requests for five
 * minutes, and then all unless the function's alarm fires. The first version of a function gets all at once.
 */
export function rollOut(stack: Stack, config: StageConfig, functions: readonly ProductFunction[]): void {
  if (config.rollout === 'gradual') new Rollout(stack, config, functions);
}

class Rollout extends Construct {
  readonly #config: StageConfig;
  readonly #functions: readonly ProductFunction[];

  constructor(stack: Stack, config: StageConfig, functions: readonly ProductFunction[]) {
    super(stack, 'Rollout');
    this.#config = config;
    this.#functions = functions;
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    const check = this.#check(application);
    for (const { row, live } of functions) {
      const alarm = resourceName(config.name, failuresName(row));
      const group = new LambdaDeploymentGroup(this, row.name, {
        application,
        role,
        alias: live,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        preHook: check,
        // By name, because an export cannot change while another stack uses it.
        alarms: config.alarms ? [Alarm.fromAlarmName(this, `Alarm-${row.name}`, alarm)] : [],
      });
      check.addToRolePolicy(
        new PolicyStatement({ actions: ['codedeploy:GetDeployment'], resources: [group.deploymentGroupArn] }),
      );
      // Wait until the role may invoke the check.
      live.node.defaultChild?.node.addDependency(role);
    }
    this.#explain(check);
  }

  /** Fails a deployment whose version does not start. */
  #check(application: LambdaApplication): LambdaFunction {
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${Stack.of(this).stackName}-rollout`,
      retention: this.#config.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const versions = this.#functions.map(({ lambda }) => `${lambda.functionArn}:*`);
    const statements = [
      allow('Log', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
      allow('Revision', ['codedeploy:GetApplicationRevision'], [application.applicationArn]),
      allow('Versions', ['lambda:InvokeFunction'], versions),
    ];
    return new LambdaFunction(this, 'Check', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromInline(readFileSync(new URL('../rollout/check-version.cjs', import.meta.url), 'utf8')),
      handler: 'index.handler',
      timeout: Duration.seconds(60),
      role: new Role(this, 'CheckRole', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { Check: new PolicyDocument({ statements }) },
      }),
      logGroup,
    });
  }

  #explain(check: LambdaFunction): void {
    Validations.of(this).acknowledge(
      {
        id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${shiftsTraffic}]`,
        reason: 'AWS maintains the permissions that CodeDeploy needs to move aliases',
      },
      ...[check, ...this.#functions.map(({ lambda }) => lambda)].map((lambda) => ({
        id: `AwsSolutions-IAM5[Resource::<${logicalId(lambda)}.Arn>:*]`,
        reason: 'Lambda numbers a version when it creates it',
      })),
    );
  }
}

const logicalId = ({ stack, node: { defaultChild } }: LambdaFunction): string =>
  CfnElement.isCfnElement(defaultChild) ? stack.getLogicalId(defaultChild) : '';

const allow = (sid: string, actions: string[], resources: string[]) => new PolicyStatement({ sid, actions, resources });
