import type { WahaDelivery } from './entities.ts';
import type { WhatsAppStore } from './store.ts';

export type GatewayState = { store: WhatsAppStore; post: (delivery: WahaDelivery) => void };
