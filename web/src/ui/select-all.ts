import type { FocusEvent } from 'react';

/** Selects the whole input, so that typing replaces it. */
export const selectAll = ({ target }: FocusEvent<HTMLInputElement>): void => target.select();
