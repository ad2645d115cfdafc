export const channels = ['webhook', 'click', 'voice', 'group', 'schedule'] as const;
export type Channel = (typeof channels)[number];
