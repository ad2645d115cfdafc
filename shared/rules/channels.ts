/** The four ways to fire a trigger. */
export const doors = ['webhook', 'click', 'voice', 'group'] as const;
export type Door = (typeof doors)[number];
