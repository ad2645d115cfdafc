import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import type { SecretName } from '../functions.ts';
import type { Resources } from './function-permissions.ts';
import { homeRegion, secretsPrefix, tableName } from './names.ts';

/** For a stack in another region, which a template cannot refer from. */
export function namedResources(scope: Construct, stage: string): Omit<Resources, 'stream'> {
  const arn = (service: string, resource: string, resourceName: string, arnFormat: ArnFormat): string =>
    Stack.of(scope).formatArn({ region: homeRegion, service, resource, resourceName, arnFormat });
  const secret = (name: SecretName) => ({
    // Secrets Manager ends each ARN with a hyphen and six characters.
    secretArn: arn('secretsmanager', 'secret', `${secretsPrefix(stage)}${name}-??????`, ArnFormat.COLON_RESOURCE_NAME),
  });
  const name = tableName(stage);
  return {
    stage,
    table: { tableName: name, tableArn: arn('dynamodb', 'table', name, ArnFormat.SLASH_RESOURCE_NAME) },
    secrets: {
      encryption: secret('encryption'),
      origin: secret('origin'),
      amazon: secret('amazon'),
      alexa: secret('alexa'),
      google: secret('google'),
      stripe: secret('stripe'),
      whatsapp: secret('whatsapp'),
      canary: secret('canary'),
    },
  };
}
