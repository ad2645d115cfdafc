/** For so many days the history contains a run. */
export const historyDays = 90;
