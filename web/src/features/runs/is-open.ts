import type { Answered } from './run-words.ts';

/** Its answer may still come. */
export const isOpen = ({ answer }: Answered): boolean => answer === 'awaited';
