import { Stack, type StackProps, Token, Validations } from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { audience, deployRole, issuerUrl } from '../constructs/deploy-role.ts';
import { functionName, homeRegion, liveAlias, resourceName, stackName } from '../constructs/names.ts';
import { addOutputs } from '../constructs/stack-outputs.ts';

type Props = StackProps & { config: StageConfig; pipeline: NonNullable<StageConfig['pipeline']> };

/**
 * Contains the roles that `.github/workflows/deploy.yml` assumes: one that compares, for the branch, and one that
 * deploys, for the environment that requires approval. The first deployment of this stack is manual.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, pipeline } = props;
    const { name: stage } = config;
    const { repository, branch, environment = stage } = pipeline;
    const page = repository.replaceAll(/@\d+/g, '');
    const providerArn = this.#provider(pipeline.providerExists);
    const diff = deployRole(this, 'Diff', {
      providerArn,
      roleName: resourceName(stage, 'diff'),
      description: `Compares stage ${stage} with branch ${branch} of ${page}`,
      subject: `repo:${repository}:ref:refs/heads/${branch}`,
      bootstrapRoles: ['lookup'],
    });
    const deploy = deployRole(this, 'Deploy', {
      providerArn,
      roleName: resourceName(stage, 'deploy'),
      description: `Deploys stage ${stage} from ${page}, after an approval in environment ${environment}`,
      subject: `repo:${repository}:environment:${environment}`,
      bootstrapRoles: ['deploy', 'file-publishing', 'lookup'],
      extraStatements: this.#smokeTest(config),
    });
    this.#explain(deploy, stage);
    const variable = (what: string) => `GitHub, ${page}, Settings, Secrets and variables, Actions, Variables: ${what}`;
    addOutputs(this, {
      DiffRole: [diff.roleArn, variable('AWS_DIFF_ROLE of the repository')],
      DeployRole: [deploy.roleArn, variable(`AWS_DEPLOY_ROLE of the environment ${environment}`)],
    });
  }

  /** Permissions of `npm run ops -- smoke`. */
  #smokeTest({ name: stage, canary }: StageConfig): PolicyStatement[] {
    const allow = (sid: string, action: string, resource: string) =>
      new PolicyStatement({ sid, actions: [action], resources: [resource] });
    const target = `${functionName(stage, { name: 'canary' })}:${liveAlias}`;
    return [
      allow('Address', 'cloudformation:DescribeStacks', this.#arn('cloudformation', `stack/${edgeOf(stage)}`)),
      ...(canary ? [allow('Canary', 'lambda:InvokeFunction', this.#arn('lambda', `function:${target}`))] : []),
    ];
  }

  #arn(service: string, resource: string, account = this.account): string {
    return `arn:${this.partition}:${service}:${homeRegion}:${account}:${resource}`;
  }

  #explain(deploy: Role, stage: string): void {
    const account = Token.isUnresolved(this.account) ? '<AWS::AccountId>' : this.account;
    Validations.of(deploy).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${this.#arn('cloudformation', `stack/${edgeOf(stage)}`, account)}]`,
      reason: 'The ARN of a stack ends with a generated id',
    });
  }

  /** An account can have only one provider per issuer. */
  #provider(exists: boolean): string {
    const host = new URL(issuerUrl).host;
    if (exists) return `arn:${this.partition}:iam::${this.account}:oidc-provider/${host}`;
    return new CfnOIDCProvider(this, 'GitHub', { url: issuerUrl, clientIdList: [audience] }).attrArn;
  }
}

const edgeOf = (stage: string): string => `${stackName(stage, 'edge')}/*`;
