/** Days until a run leaves the history. */
export const historyDays = 90;
