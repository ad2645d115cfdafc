import { createHash, createHmac } from 'node:crypto';

export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

/** Also signs `headers`, which AWS requires of `x-amz-*`. */
type Call = {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
};
type Caller = { credentials: AwsCredentials; region: string; service: string; now: Date };

const algorithm = 'AWS4-HMAC-SHA256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986 escapes five more characters than JavaScript. */
const escapeText = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Signature Version 4. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function awsSignature(call: Call, { credentials, region, service, now }: Caller): Record<string, string> {
  const { host, pathname, searchParams } = new URL(call.url);
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const own = {
    'x-amz-date': time,
    ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const headers = Object.entries({ host, ...call.headers, ...own }).toSorted(([one], [other]) => byText(one, other));
  const names = headers.map(([name]) => name).join(';');
  const query = [...searchParams].map(([name, value]) => `${escapeText(name)}=${escapeText(value)}`).toSorted(byText);
  const canonical = [
    call.method,
    // Every service except S3 requires the escaped path to be escaped again.
    pathname.split('/').map(escapeText).join('/'),
    query.join('&'),
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(call.body ?? ''),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${credentials.secretAccessKey}`);
  const signature = hmac(key, [algorithm, time, scope.join('/'), sha256(canonical)].join('\n')).toString('hex');
  const credential = `${credentials.accessKeyId}/${scope.join('/')}`;
  return {
    ...own,
    authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
