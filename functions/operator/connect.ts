import { operatorWorld } from '#functions/wiring/operator.ts';

import { awsCli } from './aws-cli.ts';
import type { Operator } from './operator.ts';
import type { Target } from './target.ts';

/** Dependencies of commands, for a stage or this machine. */
export const connect = (target: Target, say: (line: string) => void, complain: (line: string) => void): Operator => ({
  ...operatorWorld(target, complain),
  stage: target.settings?.name,
  settings: target.settings,
  aws: awsCli,
  say,
});
