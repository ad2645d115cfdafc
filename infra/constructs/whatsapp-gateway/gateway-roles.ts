import { Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

type Reaches = { repositoryArn: string; logGroup: LogGroup; secrets: readonly Secret[] };

const ecsTasks = (): ServicePrincipal => new ServicePrincipal('ecs-tasks.amazonaws.com');

const allow = (sid: string, actions: string[], resources: string[]) => new PolicyStatement({ sid, actions, resources });

/**
 * The execution role reads the image and the secrets and writes the log. The gateway is third-party code, so its task
 * role has no permissions.
 */
export function gatewayRoles(scope: Construct, { repositoryArn, logGroup, secrets }: Reaches) {
  const pull = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];
  const statements = [
    allow('Image', pull, [repositoryArn]),
    allow('Registry', ['ecr:GetAuthorizationToken'], ['*']),
    allow(
      'Secrets',
      ['secretsmanager:GetSecretValue'],
      secrets.map(({ secretArn }) => secretArn),
    ),
    allow('Log', ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
  ];
  const execution = new Role(scope, 'ExecutionRole', {
    assumedBy: ecsTasks(),
    inlinePolicies: { Start: new PolicyDocument({ statements }) },
  });
  Validations.of(execution).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'A registry has one sign-in for all its repositories; what may be fetched is the statement before it',
  });
  return { execution, task: new Role(scope, 'TaskRole', { assumedBy: ecsTasks() }) };
}
