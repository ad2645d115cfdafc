import type { FocusEvent } from 'react';

/** Typing then replaces what is in the field. */
export const selectAll = ({ target }: FocusEvent<HTMLInputElement>): void => target.select();
