import * as fc from 'fast-check';

import { isDeep } from '../depth.ts';

/** The gate plays the same cases each time, so that it fails only for what a change broke. `npm run test:all` plays new ones. */
const seedOfTheGate = 20_261_127;

if (!isDeep && process.env['PLAYS_NEW_CASES'] === undefined) fc.configureGlobal({ seed: seedOfTheGate });
