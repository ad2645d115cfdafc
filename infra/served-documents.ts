import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import { openApiDocument } from '#shared/contracts/open-api.ts';
import { productName } from '#shared/product.ts';

import { functions } from './functions.ts';

type ServedDocument = { path: `/${string}`; type: string; text: string };

export const openApiPath = '/api/openapi.json';
const llmsPath = '/llms.txt';

/** The cache lifetime in seconds. */
export const documentsFreshFor = 3600;

export function openApi() {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  return openApiDocument(
    functions.flatMap((row) => row.contracts ?? []),
    version,
  );
}

/** Documents for programs. They change only with a release, so they are deployed as files with the web app. */
export const servedDocuments = (): readonly ServedDocument[] => [
  { path: openApiPath, type: 'application/json', text: JSON.stringify(openApi()) },
  { path: llmsPath, type: 'text/plain', text: llmsText },
];

/** https://llmstxt.org. ASCII, because the bucket sends no charset. */
const llmsText = `# ${productName}

> Starts Alexa routines at home from a webhook, a click, a voice command, a WhatsApp group or a schedule.

A trigger is a device in Alexa that a routine waits for. Each trigger has a webhook address, which its owner copies from the page Triggers.

## Run a trigger

\`POST /prod/trigger/{workspaceId}/{deviceId}\` with \`Authorization: Bearer <secret>\`, or \`GET\` with \`?token=<secret>\`. The secret is the one of the workspace or an access key, made in the app. Never run one to try it out: something moves in a home. \`?dryRun=1\` checks every step and runs nothing.

- Other methods run nothing: 405 with \`Allow\`, and \`HEAD\` is 204. A body is ignored, except by a signature.
- A page of any origin may call it and read answer and headers, without credentials.
- \`?in=15m\` runs it later: minutes (m), hours (h) or days (d), up to seven days.
- \`Idempotency-Key: <text>\`, or \`?id=<text>\`, runs it once within 24 hours and gives the first answer again, with \`replayed\` and \`Idempotency-Replayed: true\`.
- \`Prefer: wait=8\` waits up to 8 seconds until the routine has confirmed that it ran, where it does so.
- \`RateLimit-Policy\` and \`RateLimit\` of an answer to a run that counts, or that a limit refused, say how often the trigger may run in a minute, how often it still may, and in how many seconds the minute ends; the limit \`"workspace"\` is for all its triggers. Other answers have neither. \`Retry-After\` says when to try again, where that is known.
- A run that a limit or a condition refused has no \`executionId\`: it is only counted.
- Calls can be signed by Standard Webhooks (https://www.standardwebhooks.com) with an access key made for that: \`?key=<keyId>\`, \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`.
- An answer has \`outcome\`, and where it failed \`error\` (a sentence) and \`errorKey\` (stable). 404 is also the answer to a wrong secret.

\`GET /prod/trigger/{workspaceId}/{deviceId}/runs/{executionId}\` says later what became of a run. \`GET /prod/findings/{workspaceId}\` says what is broken.

## Documents

- [OpenAPI 3.1](${openApiPath}): every call, its fields and its answers
- [Status](/api/status): whether the channels work now
`;
