/** Ignores missing optional packages of other systems; every other difference counts. */
export function needsInstall(lockText, installedText) {
  if (lockText === undefined) return false;
  if (installedText === undefined) return true;
  const wanted = JSON.parse(lockText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).some(([path, { version, integrity, optional }]) => {
    if (path === '') return false;
    const found = installed[path];
    if (found === undefined) return optional !== true;
    return found.version !== version || found.integrity !== integrity;
  });
}

const suitesWithoutTable = new Set('types lint format unused size synth unit web wire stacks coverage'.split(' '));

export function needsJava(script, rest, environment) {
  if (environment.DYNAMODB_ENDPOINT && script?.endsWith('dev.ts')) return false;
  if (script?.startsWith('functions/operator/')) return false;
  if (script?.endsWith('run.ts')) {
    const suites = rest.filter((word) => !word.startsWith('-'));
    return suites.length === 0 || suites.some((suite) => !suitesWithoutTable.has(suite));
  }
  return true;
}

const oldestNode = [24, 11];

/** Returns undefined if a suitable Node is available. */
export function nodeProblem(hasPackagedNode, version, platform) {
  if (hasPackagedNode) return undefined;
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return undefined;
  const system = platform === 'darwin' ? 'On macOS npm brings no Node 24' : 'npm brought no Node 24 for this system';
  return `${system}, and the one here is ${version}: install Node ${oldestNode.join('.')} or newer and run this again.`;
}

export const installProblem = (status) =>
  `npm could not install the dependencies (it ended with ${status ?? 'no status'}): see its message above, check the ` +
  'network or registry settings, and run this again.';

export const wantsHooks = (environment, isCheckout) => isCheckout && !environment.CI && !environment.RECADO_NO_HOOKS;

const isProduct = (script) => script === 'test/local/dev.ts';

/** The product ends itself with its starter, so nothing needs to wait for it. */
export const endsWithStarter = isProduct;

/** The built product serves one person, so it needs little memory rather than speed. */
export const isBuiltProduct = (script, rest) => isProduct(script) && rest.includes('--prod');

/** Half of the memory after a start would be room for new objects; the first compilers keep more than they save. */
export const smallNode = {
  flags: ['--max-semi-space-size=2', '--optimize-for-size', '--no-sparkplug', '--no-maglev'],
  // Threads share one heap of glibc, which returns free memory. Other systems ignore this.
  env: { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' },
};
