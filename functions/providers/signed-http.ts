import { awsSignature, type AwsCredentials } from './aws-signature.ts';
import type { Http } from './http.ts';

export type Signer = {
  /** If it returns undefined, nothing is sent. */
  credentials: () => AwsCredentials | undefined;
  region: string;
  now: () => Date;
};

/** Signs requests for an API Gateway with IAM authorisation. */
export const signedHttp =
  (http: Http, { credentials: lent, region, now }: Signer): Http =>
  (request) => {
    const credentials = lent();
    if (credentials === undefined) return Promise.resolve({ outcome: 'notSent' });
    const signature = awsSignature(request, { credentials, region, service: 'execute-api', now: now() });
    return http({ ...request, headers: { ...request.headers, ...signature } });
  };
