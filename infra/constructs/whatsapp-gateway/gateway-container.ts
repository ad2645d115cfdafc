import { CustomDataIdentifier } from 'aws-cdk-lib/aws-logs';

export const gatewayPort = 3000;

/** https://waha.devlike.pro/docs/how-to/config/ */
export const environmentOf = (shard: string): Record<string, string> => ({
  WHATSAPP_DEFAULT_ENGINE: 'GOWS',
  // Unique per gateway, so that a process starts only the numbers of its gateway.
  WAHA_WORKER_ID: shard,
  WAHA_DASHBOARD_ENABLED: 'false',
  WHATSAPP_SWAGGER_ENABLED: 'false',
  WAHA_LOG_FORMAT: 'JSON',
  // `info` and `debug` would log calls and messages.
  WAHA_LOG_LEVEL: 'warn',
  WAHA_HTTP_LOG_LEVEL: 'warn',
  WAHA_PRINT_QR: 'False',
  // Downloading media would delay deliveries, and commands are text.
  WHATSAPP_DOWNLOAD_MEDIA: 'false',
});

/** Checks only whether the process responds, because a restart would not fix numbers that do not work. */
export const isAlive = `fetch('http://127.0.0.1:${gatewayPort}/ping').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;

/** Hides texts and bodies in log lines. The first character set of the pattern matches quotes and colons. */
export const hidden = ['body', 'text', 'conversation', 'caption', 'x-api-key'].map(
  (field) => new CustomDataIdentifier(field, `${field}[^a-zA-Z0-9]{3,5}[^}]+`),
);
