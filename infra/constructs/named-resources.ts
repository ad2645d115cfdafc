import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { forEachSecret } from '#shared/secret-names.ts';

import type { Resources } from './function-permissions.ts';
import { homeRegion, secretsPrefix, tableName } from './names.ts';

/** Returns the table and the secrets by name, for a stack in another region, which cannot import them. */
export function namedResources(scope: Construct, stage: string): Omit<Resources, 'stream'> {
  const arn = (service: string, resource: string, resourceName: string, arnFormat: ArnFormat): string =>
    Stack.of(scope).formatArn({ region: homeRegion, service, resource, resourceName, arnFormat });
  const name = tableName(stage);
  return {
    stage,
    table: { tableName: name, tableArn: arn('dynamodb', 'table', name, ArnFormat.SLASH_RESOURCE_NAME) },
    secrets: forEachSecret((secret) => ({
      // Secrets Manager ends each ARN with a hyphen and six random characters.
      secretArn: arn(
        'secretsmanager',
        'secret',
        `${secretsPrefix(stage)}${secret}-??????`,
        ArnFormat.COLON_RESOURCE_NAME,
      ),
    })),
  };
}
