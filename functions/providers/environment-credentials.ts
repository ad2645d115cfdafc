import type { AwsCredentials } from './aws-signature.ts';

/** Credentials of the function's role. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
export function environmentCredentials(
  environment: Readonly<Record<string, string | undefined>>,
): AwsCredentials | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: environment['AWS_SESSION_TOKEN'] };
}
