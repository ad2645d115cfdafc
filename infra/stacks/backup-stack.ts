import { RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';
import { backupsName, homeRegion, resourceName, tableName } from '../constructs/names.ts';

type Copies = NonNullable<StageConfig['backupCopies']>;
type Props = StackProps & { stage: string };

/** This policy covers every kind of resource; the plan uses it only for the table. */
const backsUp = 'service-role/AWSBackupServiceRolePolicyForBackup';

function backupVault(scope: Construct, stage: string): CfnBackupVault {
  const vault = new CfnBackupVault(scope, 'Vault', { backupVaultName: backupsName(stage) });
  vault.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  return vault;
}

/** The vault in another region, for the case that the table's region is lost. */
export class BackupCopiesStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: Props) {
    super(scope, id, props);
    backupVault(this, stage);
  }
}

/**
 * Backs up the whole table each night and copies the backup to the other region. Point-in-time recovery stays enabled.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/advanced-ddb-backup.html
 */
export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, { stage, copies, ...props }: Props & { copies: Copies }) {
    super(scope, id, props);
    const vault = backupVault(this, stage);
    const lifecycle = { deleteAfterDays: copies.keepDays };
    const name = backupsName(stage);
    const destinationBackupVaultArn = `arn:${this.partition}:backup:${copies.region}:${this.account}:backup-vault:${name}`;
    const plan = new CfnBackupPlan(this, 'Plan', {
      backupPlan: {
        backupPlanName: name,
        backupPlanRule: [
          {
            ruleName: 'nightly',
            targetBackupVault: vault.ref,
            // 2 a.m. in São Paulo.
            scheduleExpression: 'cron(0 5 ? * * *)',
            lifecycle,
            copyActions: [{ destinationBackupVaultArn, lifecycle }],
          },
        ],
      },
    });
    new CfnBackupSelection(this, 'Table', {
      backupPlanId: plan.ref,
      backupSelection: {
        selectionName: 'table',
        iamRoleArn: this.#role(stage).roleArn,
        resources: [`arn:${this.partition}:dynamodb:${homeRegion}:${this.account}:table/${tableName(stage)}`],
      },
    });
  }

  #role(stage: string): Role {
    const role = new Role(this, 'Role', {
      roleName: resourceName(stage, 'backups'),
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(backsUp)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${backsUp}]`,
      reason: 'What backing up and copying a table takes is known to AWS Backup, which keeps this policy',
    });
    return role;
  }
}
