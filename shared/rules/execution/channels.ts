export const channels = ['webhook', 'click', 'voice', 'group'] as const;
export type Channel = (typeof channels)[number];
