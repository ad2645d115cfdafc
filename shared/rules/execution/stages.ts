/** The stages of a run, in order. */
export const stages = ['arrival', 'read', 'claim', 'open', 'token', 'send'] as const;

export type RunStage = (typeof stages)[number];
