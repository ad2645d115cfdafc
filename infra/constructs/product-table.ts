import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

import { tableShape } from '#functions/data/table-shape.ts';

import { tableName } from './names.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Uses `Table`, not `TableV2`, because only `Table` maps to CreateTable, like the local table. Deleting the stack keeps
 * the table; a failed first deployment does not.
 */
export function productTable(scope: Construct, stage: string, isProtected: boolean): Table {
  const table = new Table(scope, 'Table', {
    tableName: tableName(stage),
    partitionKey: text(tableShape.partitionKey),
    sortKey: text(tableShape.sortKey),
    timeToLiveAttribute: tableShape.ttl,
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: isProtected,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const { name, partitionKey, sortKey } = tableShape.dueIndex;
  table.addGlobalSecondaryIndex({
    indexName: name,
    partitionKey: text(partitionKey),
    sortKey: text(sortKey),
    projectionType: ProjectionType.ALL,
  });
  return table;
}
