import type { Http } from '#functions/providers/http.ts';
import { operatorWorld } from '#functions/wiring/operator.ts';

import { awsCli } from './aws-cli.ts';
import type { Operator } from './operator.ts';
import type { Target } from './target.ts';

/** Dependencies of commands, for a stage or this machine. */
export const connect = (
  target: Target,
  print: (line: string) => void,
  printError: (line: string) => void,
  http?: Http,
): Operator => ({
  ...operatorWorld(target, printError, http),
  stage: target.settings?.name,
  settings: target.settings,
  aws: awsCli,
  print,
});
