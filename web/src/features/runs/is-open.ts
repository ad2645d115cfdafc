import type { Answered } from './run-words.ts';

/** Returns whether the routine may still confirm the run. */
export const isOpen = ({ answer }: Answered): boolean => answer === 'awaited';
