import type { Answered } from './answer-words.ts';

/** Its answer may still come. */
export const isOpen = ({ answer }: Answered): boolean => answer === 'awaited';
