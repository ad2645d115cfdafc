/**
 * Repeats the recorded calls with the same bodies and its own signatures. Each starts once those it waited for are
 * answered.
 */

import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

import { awsSignature } from '#functions/providers/aws-signature.ts';

import type { RecordedCall, Service } from './recorded-call.ts';

const environment = (name: string): string => process.env[name] ?? '';

type Plan = { urls: Record<Service, string>; calls: readonly Omit<RecordedCall, 'status' | 'answer'>[] };
const plan: Plan = JSON.parse(readFileSync(environment('COLD_PLAN'), 'utf8'));

const agent = new Agent({ keepAlive: true });
const credentials = {
  accessKeyId: environment('AWS_ACCESS_KEY_ID'),
  secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
  sessionToken: environment('AWS_SESSION_TOKEN'),
};
const signedServices: Readonly<Partial<Record<Service, string>>> = { table: 'dynamodb', secrets: 'secretsmanager' };

function send({ service, method, path, headers, body: text }: Plan['calls'][number], index: number): Promise<unknown> {
  const url = `${plan.urls[service]}${path}`;
  const isJson = text.startsWith('{');
  const body = isJson ? JSON.stringify(JSON.parse(text)) : text;
  const signedService = signedServices[service];
  const caller = { credentials, region: 'us-east-1', service: signedService ?? '', now: new Date() };
  const signature = signedService === undefined ? {} : awsSignature({ method, url, body }, caller);
  const length = { 'content-length': Buffer.byteLength(body), 'x-repeats': index };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, ...signature, ...length } }, (answer) => {
      let received = '';
      answer.on('data', (part: Buffer) => (received += part.toString()));
      answer.on('end', () => resolve(received === '' ? undefined : JSON.parse(received)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const answers: Promise<unknown>[] = [];
for (const [index, call] of plan.calls.entries()) {
  const earlier = answers.filter((_, place) => call.after.includes(place));
  answers.push(Promise.all(earlier).then(() => send(call, index)));
}

export const handler = async (): Promise<{ statusCode: number }> => {
  await Promise.all(answers);
  return { statusCode: 200 };
};
