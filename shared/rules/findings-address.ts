/** `{host}/prod/findings/{workspaceId}?token={token}` */
export function findingsAddress(host: string, workspaceId: number, token?: string): string {
  const address = `${host.replace(/\/+$/, '')}/prod/findings/${workspaceId}`;
  return token ? `${address}?token=${encodeURIComponent(token)}` : address;
}
