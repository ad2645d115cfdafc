import { operatorWorld } from '#functions/wiring/operator.ts';

import { awsCli } from './aws-cli.ts';
import type { Operator } from './operator.ts';
import type { Target } from './target.ts';

/** What commands work with, at one stage or on this machine. */
export const connect = (target: Target, say: (line: string) => void, complain: (line: string) => void): Operator => ({
  ...operatorWorld(target, complain),
  stage: target.settings?.name,
  settings: target.settings,
  aws: awsCli,
  say,
});
