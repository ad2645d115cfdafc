import type { Delivery } from './entities.ts';
import type { WhatsAppStore } from './store.ts';

/** What the gateway is made of: its memory, and who carries its events. */
export type Gateway = { store: WhatsAppStore; post: (delivery: Delivery) => void };
