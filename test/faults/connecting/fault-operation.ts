import type { ConnectingProduct } from './connecting-product.ts';
import type { Rig } from './connecting-rig.ts';

/** The fault that a claim depends on. */
export type Met = {
  /** Which calls fail: those to other companies, or those to the table. */
  by: 'call' | 'table';
  kind: 'none' | 'outage' | 'refusal' | 'ours';
  fault: string;
  at: string;
};

/** `word` is the result in the printed matrix. */
export type Ended = { word: string; problems: string[] };

/** Something that a user or Alexa does, played from its beginning for each fault. */
export type Begun = {
  act: (living: ConnectingProduct) => Promise<unknown>;
  /** Returns the problems right after the fault is over. */
  after: (living: ConnectingProduct, met: Met) => Promise<Ended>;
  /** Retries, and returns the problems that remain. */
  repair: () => Promise<string[]>;
};

export type FaultOperation = {
  name: string;
  /** The result without a fault. */
  well: string;
  begin: (rig: Rig) => Promise<Begun>;
};
