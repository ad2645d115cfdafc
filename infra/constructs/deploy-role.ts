import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** Who GitHub vouches for, and that its word is what counts. */
const issuer = 'token.actions.githubusercontent.com';
export const issuerUrl = `https://${issuer}`;
/** Whom a token is meant for. */
export const audience = 'sts.amazonaws.com';

type Props = {
  roleName: string;
  providerArn: string;
  description: string;
  /** What a token says of the run it was made for; nothing in it is a wildcard. */
  subject: string;
  regions: readonly string[];
  /** Roles that `cdk bootstrap` made, by what they are for. */
  bootstrapped: readonly ('deploy' | 'file-publishing' | 'lookup')[];
};

/**
 * A role that runs of one kind on GitHub may take, for an hour and without any key. By itself it can do nothing but take the
 * roles that CDK's bootstrap made for deploying, which is what the command line tool does.
 */
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
        statements: [new PolicyStatement({ sid: 'Bootstrap', actions: ['sts:AssumeRole'], resources: roles })],
      }),
    },
  });
}
