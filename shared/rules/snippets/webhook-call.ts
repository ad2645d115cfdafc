export type WebhookCall = {
  /** Without the secret. */
  url: string;
  token: string;
  name: string;
  workspaceId: number;
  deviceId: string;
};

type Target = Pick<WebhookCall, 'name' | 'workspaceId' | 'deviceId'>;

/** The secret moves to a header, as addresses end up in logs. */
export function webhookCall(address: string, { name, workspaceId, deviceId }: Target): WebhookCall {
  const [url = '', token = ''] = address.split('?token=');
  return { url, token: decodeURIComponent(token), name, workspaceId, deviceId };
}

export const masked = (call: WebhookCall): WebhookCall => ({ ...call, token: '••••••••' });

export const authorizationOf = ({ token }: WebhookCall): string => `Bearer ${token}`;
