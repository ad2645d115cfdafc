import { textLiteral } from './quote.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

/** The ESP32 core includes a bundle of certificate authorities, so TLS protects the secret. */
export const arduino = (call: WebhookCall): string =>
  [
    '#include <HTTPClient.h>',
    '#include <NetworkClientSecure.h>',
    '',
    'extern const uint8_t caStart[] asm("_binary_x509_crt_bundle_start");',
    'extern const uint8_t caEnd[] asm("_binary_x509_crt_bundle_end");',
    '',
    'int fireTrigger() {',
    '  NetworkClientSecure client;',
    '  client.setCACertBundle(caStart, caEnd - caStart);',
    '  HTTPClient http;',
    '  http.setTimeout(15000);',
    `  if (!http.begin(client, ${textLiteral(call.url)})) return -1;`,
    `  http.addHeader("Authorization", ${textLiteral(authorizationOf(call))});`,
    '  int status = http.POST("");',
    '  http.end();',
    '  return status;',
    '}',
  ].join('\n');
