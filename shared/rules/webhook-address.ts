/** `{host}/prod/trigger/{workspaceId}/{deviceId}?token={workspaceToken}` */
export function webhookAddress(
  host: string,
  trigger: { workspaceId: number; deviceId: string },
  workspaceToken?: string,
): string {
  const address = `${host.replace(/\/+$/, '')}/prod/trigger/${trigger.workspaceId}/${trigger.deviceId}`;
  return workspaceToken ? `${address}?token=${encodeURIComponent(workspaceToken)}` : address;
}
