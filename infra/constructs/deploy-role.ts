import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

const issuer = 'token.actions.githubusercontent.com';
export const issuerUrl = `https://${issuer}`;
export const audience = 'sts.amazonaws.com';

type Props = {
  roleName: string;
  providerArn: string;
  description: string;
  /** Without wildcards. */
  subject: string;
  regions: readonly string[];
  /** Roles of `cdk bootstrap`. */
  bootstrapped: readonly ('deploy' | 'file-publishing' | 'lookup')[];
  /** Actions for which CDK has no role. */
  others?: readonly PolicyStatement[];
};

/** A role for one kind of GitHub runs, for an hour and without a key; it assumes the roles of CDK's bootstrap. */
export function deployRole(scope: Construct, id: string, props: Props): Role {
  const { account, partition } = Stack.of(scope);
  const roles = props.regions.flatMap((region) =>
    props.bootstrapped.map(
      (what) => `arn:${partition}:iam::${account}:role/cdk-hnb659fds-${what}-role-${account}-${region}`,
    ),
  );
  return new Role(scope, id, {
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
          ...(props.others ?? []),
        ],
      }),
    },
  });
}
