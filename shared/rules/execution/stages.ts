/** What a run spends its time on, in this order. */
export const stages = ['arrival', 'read', 'claim', 'open', 'token', 'send'] as const;

export type Stage = (typeof stages)[number];
