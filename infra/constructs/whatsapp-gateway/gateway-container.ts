import { CustomDataIdentifier } from 'aws-cdk-lib/aws-logs';

/** Where WAHA listens. */
export const gatewayPort = 3000;

/** https://waha.devlike.pro/docs/how-to/config/ */
export const environmentOf = (shard: string): Record<string, string> => ({
  WHATSAPP_DEFAULT_ENGINE: 'GOWS',
  // Unique, so that a process starts its own numbers again and no others.
  WAHA_WORKER_ID: shard,
  WAHA_DASHBOARD_ENABLED: 'false',
  WHATSAPP_SWAGGER_ENABLED: 'false',
  WAHA_LOG_FORMAT: 'JSON',
  // Calls and messages are told at lower levels.
  WAHA_LOG_LEVEL: 'warn',
  WAHA_HTTP_LOG_LEVEL: 'warn',
  WAHA_PRINT_QR: 'False',
  // Commands are text, and fetching pictures is what makes deliveries late.
  WHATSAPP_DOWNLOAD_MEDIA: 'false',
});

/** Alive, not healthy: whether numbers work is for the reconciler to see, and a restart would not help a full disk. */
export const isAlive = `fetch('http://127.0.0.1:${gatewayPort}/ping').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;

/** What people say and what callers send, should it get into a line: nobody reads it there. The brackets stand for quotes. */
export const hidden = ['body', 'text', 'conversation', 'caption', 'x-api-key'].map(
  (field) => new CustomDataIdentifier(field, `${field}[^a-zA-Z0-9]{3,5}[^}]+`),
);
