/** What a snippet has to say: which address to call, and with which secret. */
export type WebhookCall = {
  /** The address without its secret. */
  url: string;
  token: string;
  /** What the trigger is called, for names that people read. */
  name: string;
  workspaceId: number;
  deviceId: string;
};

type Target = Pick<WebhookCall, 'name' | 'workspaceId' | 'deviceId'>;

/**
 * The call behind a webhook address. Its secret is taken out of the address, for a header instead: addresses end up in
 * the logs of everything they pass, headers do not.
 */
export function webhookCall(address: string, { name, workspaceId, deviceId }: Target): WebhookCall {
  const [url = '', token = ''] = address.split('?token=');
  return { url, token: decodeURIComponent(token), name, workspaceId, deviceId };
}

/** The same call to look at, with its secret hidden. */
export const masked = (call: WebhookCall): WebhookCall => ({ ...call, token: '••••••••' });

/** The value of the header `Authorization`. */
export const authorizationOf = ({ token }: WebhookCall): string => `Bearer ${token}`;
