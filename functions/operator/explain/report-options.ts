/** With `names`, the report includes who fired. */
export type ReportOptions = { zone: string; names: boolean; stage: string | undefined };
