import type { ConnectingProduct } from './connecting-product.ts';
import type { Rig } from './connecting-rig.ts';

/** What the claims depend on. */
export type Met = {
  /** `call`: another company misbehaves. `table`: the table does. */
  by: 'call' | 'table';
  kind: 'none' | 'outage' | 'refusal' | 'ours';
  fault: string;
  at: string;
};

/** `word`: how it ended, for the printed matrix. */
export type Ended = { word: string; problems: string[] };

/** Something that a person or Alexa does, played from its beginning for each fault. */
export type Begun = {
  act: (living: ConnectingProduct) => Promise<unknown>;
  /** What is wrong now, with the fault over. */
  after: (living: ConnectingProduct, met: Met) => Promise<Ended>;
  /** What is wrong after another try. */
  mend: () => Promise<string[]>;
};

export type FaultOperation = {
  name: string;
  /** How it ends without a fault. */
  well: string;
  begin: (rig: Rig) => Promise<Begun>;
};
