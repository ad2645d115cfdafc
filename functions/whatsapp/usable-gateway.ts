import type { WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';

const askMs = 5_000;

/**
 * Whether a gateway may be believed that a connection is over. One that runs another engine or version than this product
 * knows finds none of its lines connected, and one that says nothing says nothing.
 */
export async function isUsable(gateway: Pick<WhatsAppGateway, 'checkGateway'>): Promise<boolean> {
  const checked = await gateway.checkGateway({ timeoutMs: askMs });
  return checked.outcome === 'ok' && checked.suitable;
}
