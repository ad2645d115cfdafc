import { Duration, Stack, Token, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

const issuer = 'token.actions.githubusercontent.com';
export const issuerUrl = `https://${issuer}`;
export const audience = 'sts.amazonaws.com';

type Props = {
  roleName: string;
  providerArn: string;
  description: string;
  /** The `sub` claim of GitHub's token, without wildcards. */
  subject: string;
  /** The roles of `cdk bootstrap` that this role may assume. */
  bootstrapRoles: readonly ('deploy' | 'file-publishing' | 'lookup')[];
  /** Permissions that the roles of `cdk bootstrap` do not have. */
  extraStatements?: readonly PolicyStatement[];
};

/**
 * Creates a role that a GitHub Actions job assumes with its OIDC token instead of a key, for at most an hour. The role
 * may assume roles of `cdk bootstrap` in every region, so that a setting that adds a region can be deployed with it.
 */
export function deployRole(scope: Construct, id: string, props: Props): Role {
  const { account, partition } = Stack.of(scope);
  const arnOf = (what: string, owner: string) =>
    `arn:${partition}:iam::${owner}:role/cdk-hnb659fds-${what}-role-${owner}-*`;
  const roles = props.bootstrapRoles.map((what) => arnOf(what, account));
  const role = new Role(scope, id, {
    roleName: props.roleName,
    description: props.description,
    maxSessionDuration: Duration.hours(1),
    assumedBy: new WebIdentityPrincipal(props.providerArn, {
      StringEquals: { [`${issuer}:aud`]: audience, [`${issuer}:sub`]: props.subject },
    }),
    inlinePolicies: {
      Bootstrap: new PolicyDocument({
        statements: [
          new PolicyStatement({ sid: 'Bootstrap', actions: ['sts:AssumeRole'], resources: roles }),
          ...(props.extraStatements ?? []),
        ],
      }),
    },
  });
  for (const what of props.bootstrapRoles) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${arnOf(what, Token.isUnresolved(account) ? '<AWS::AccountId>' : account)}]`,
      reason: 'A setting may add a region, and the roles of `cdk bootstrap` are as powerful in one region as in all',
    });
  }
  return role;
}
