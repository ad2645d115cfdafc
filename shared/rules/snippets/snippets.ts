import { configurationYaml, secretsYaml } from './home-assistant.ts';
import { shellWord, textLiteral } from './quote.ts';
import type { SnippetKind } from './snippet-kinds.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

/** A text to copy, and what it is: a language, a file or a field. These names are the same in every language of people. */
type Part = { readonly name: string; readonly text: (call: WebhookCall) => string };

/**
 * What to copy for each kind. None sends an `Idempotency-Key`: each sends its request once, and a key that stands in the
 * text would make every further run of the day a repetition of the first.
 */
export const snippets: Readonly<Record<SnippetKind, readonly [Part, ...Part[]]>> = {
  curl: [{ name: 'curl', text: curl }],
  javascript: [{ name: 'JavaScript', text: javascript }],
  python: [{ name: 'Python', text: python }],
  homeAssistant: [
    { name: 'configuration.yaml', text: configurationYaml },
    { name: 'secrets.yaml', text: secretsYaml },
  ],
  shortcuts: [
    { name: 'URL', text: ({ url }) => url },
    { name: 'Authorization', text: authorizationOf },
  ],
};

/** On one line, because shells disagree on how a line goes on. */
function curl(call: WebhookCall): string {
  return `curl -X POST -H ${shellWord(`Authorization: ${authorizationOf(call)}`)} ${shellWord(call.url)}`;
}

function javascript(call: WebhookCall): string {
  return [
    `const response = await fetch(${textLiteral(call.url)}, {`,
    '  method: "POST",',
    `  headers: { Authorization: ${textLiteral(authorizationOf(call))} },`,
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

/** With nothing to install; `urlopen` raises an error when the answer is one. */
function python(call: WebhookCall): string {
  return [
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${textLiteral(call.url)},`,
    '    method="POST",',
    `    headers={"Authorization": ${textLiteral(authorizationOf(call))}},`,
    ')',
    'with urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}
