import { explain } from './explain/explain.ts';
import type { Command } from './operator.ts';

/** Everything that `npm run ops` can do, in the order in which it lists them. */
export const commands: readonly Command[] = [explain];
