export type WebhookCall = {
  /** Does not contain the secret. */
  url: string;
  token: string;
  name: string;
  workspaceId: number;
  deviceId: string;
};

type Target = Pick<WebhookCall, 'name' | 'workspaceId' | 'deviceId'>;

/** Moves the secret to a header, because addresses end up in logs. */
export function webhookCall(address: string, { name, workspaceId, deviceId }: Target): WebhookCall {
  const [url = '', token = ''] = address.split('?token=');
  return { url, token: decodeURIComponent(token), name, workspaceId, deviceId };
}

export const maskedSecret = '••••••••';

export const maskCall = (call: WebhookCall): WebhookCall => ({ ...call, token: maskedSecret });

export const authorizationOf = ({ token }: Pick<WebhookCall, 'token'>): string => `Bearer ${token}`;
