import { triggerAddress } from '#web/features/frame/trigger-address.ts';

/** The id of the card on a trigger's own page that shows whether the routine confirms its runs. */
export const confirmationCard = 'confirmation';

export const confirmationAddress = (id: string): string => `${triggerAddress(id)}#${confirmationCard}`;
