import { awsSignature, type AwsCredentials } from './aws-signature.ts';
import type { Http } from './http.ts';

export type Signer = {
  /** Undefined where nobody lent us keys; then nothing is sent. */
  credentials: () => AwsCredentials | undefined;
  region: string;
  now: () => Date;
};

/** Calls behind a door of API Gateway that lets in whom IAM allows: signed as the function that makes them. */
export const signedHttp =
  (http: Http, { credentials: lent, region, now }: Signer): Http =>
  (request) => {
    const credentials = lent();
    if (credentials === undefined) return Promise.resolve({ outcome: 'notSent' });
    const signature = awsSignature(request, { credentials, region, service: 'execute-api', now: now() });
    return http({ ...request, headers: { ...request.headers, ...signature } });
  };
