/** `own` contains fields of a specific sandbox. */
export type Misbehaviour = {
  next: number;
  status?: number | undefined;
  code?: string | undefined;
  delayMs?: number | undefined;
  cut?: true | 'before' | 'after' | undefined;
  body?: string | undefined;
  match?: string | undefined;
  matchBody?: string | undefined;
  person?: string | undefined;
  own: Record<string, unknown>;
};
