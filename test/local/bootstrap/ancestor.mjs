import { spawnSync } from 'node:child_process';

/**
 * Calls `gone` when the grandparent process has ended, because the shell in between does not notice. Not on Windows.
 */
export function whenStarterIsGone(gone) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' });
  const starter = Number(stdout);
  if (!(starter > 1)) return;
  const watch = setInterval(() => {
    if (isAlive(starter)) return;
    clearInterval(watch);
    gone();
  }, 1000);
  watch.unref();
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
