import { operatorWorld } from '#functions/wiring/operator.ts';

import type { Operator } from './operator.ts';
import type { Place } from './target.ts';

/** What commands work with, at one stage or on this machine. */
export const connect = (place: Place, say: (line: string) => void, complain: (line: string) => void): Operator => ({
  ...operatorWorld(place, complain),
  stage: place.stage,
  say,
});
