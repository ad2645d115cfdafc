import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

import type { SecretName } from '#shared/secret-names.ts';

import type { StageConfig } from '../config.ts';
import { productSecrets } from '../constructs/product-secrets.ts';
import { productTable } from '../constructs/product-table.ts';
import { addOutputs, secretsToPaste } from '../constructs/stack-outputs.ts';

/** The table and the secrets, which must never be lost. */
export class DataStack extends Stack {
  readonly table: Table;
  readonly streamArn: string;
  readonly secrets: Readonly<Record<SecretName, Secret>>;

  constructor(scope: Construct, id: string, props: StackProps & { config: StageConfig }) {
    super(scope, id, props);
    this.table = productTable(this, props.config.name, this.terminationProtection);
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error('The table has no stream, which background work lives on');
    this.streamArn = tableStreamArn;
    this.secrets = productSecrets(this, props.config.name);
    // Exported even if no function reads it: CloudFormation refuses to remove an export before its reader changes.
    for (const { secretArn } of Object.values(this.secrets)) this.exportValue(secretArn);
    addOutputs(this, {
      TableName: [this.table.tableName, 'The one table; backups and exports ask for its name'],
      ...secretsToPaste(props.config.name),
    });
  }
}
