import { exportTable } from './backup/export.ts';
import { importTable } from './backup/import.ts';
import { rehearse } from './backup/rehearse.ts';
import { explain } from './explain/explain.ts';
import { forget } from './forget/forget.ts';
import type { OperatorCommand } from './operator.ts';
import { start } from './pause/start.ts';
import { stop } from './pause/stop.ts';
import { keys } from './rotate/keys.ts';
import { newToken } from './rotate/new-token.ts';
import { signOut } from './rotate/sign-out.ts';
import { smoke } from './smoke/smoke.ts';

export const commands: readonly OperatorCommand[] = [
  explain,
  forget,
  exportTable,
  importTable,
  rehearse,
  stop,
  start,
  smoke,
  signOut,
  newToken,
  keys,
];
