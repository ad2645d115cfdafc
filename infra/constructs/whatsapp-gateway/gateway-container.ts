import { CustomDataIdentifier } from 'aws-cdk-lib/aws-logs';

export const gatewayPort = 3000;

/** https://waha.devlike.pro/docs/how-to/config/ */
export const environmentOf = (shard: string): Record<string, string> => ({
  WHATSAPP_DEFAULT_ENGINE: 'GOWS',
  // Unique, so that a process starts its own numbers alone.
  WAHA_WORKER_ID: shard,
  WAHA_DASHBOARD_ENABLED: 'false',
  WHATSAPP_SWAGGER_ENABLED: 'false',
  WAHA_LOG_FORMAT: 'JSON',
  // Lower levels show calls and messages.
  WAHA_LOG_LEVEL: 'warn',
  WAHA_HTTP_LOG_LEVEL: 'warn',
  WAHA_PRINT_QR: 'False',
  // Fetching pictures makes deliveries late, and commands are text.
  WHATSAPP_DOWNLOAD_MEDIA: 'false',
});

/** Alive, not healthy: a restart would not help numbers that do not work. */
export const isAlive = `fetch('http://127.0.0.1:${gatewayPort}/ping').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;

/** Hides texts and bodies in log lines; brackets stand for quotes. */
export const hidden = ['body', 'text', 'conversation', 'caption', 'x-api-key'].map(
  (field) => new CustomDataIdentifier(field, `${field}[^a-zA-Z0-9]{3,5}[^}]+`),
);
