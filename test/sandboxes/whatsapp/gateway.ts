import type { WahaDelivery } from './entities.ts';
import type { WhatsAppStore } from './store.ts';

/** What the gateway is made of: its memory, and who carries its events. */
export type GatewayState = { store: WhatsAppStore; post: (delivery: WahaDelivery) => void };
