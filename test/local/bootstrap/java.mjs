import { spawnSync } from 'node:child_process';

/** The oldest Java version that runs DynamoDB Local 3. */
const oldest = 17;

export function majorOf(text) {
  const found = /version "(?:1\.)?(\d+)/.exec(text);
  return found ? Number(found[1]) : undefined;
}

export function javaVersion() {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? majorOf(stderr) : undefined;
}

export function javaProblem(version) {
  if (version !== undefined && version >= oldest) return undefined;
  const found = version === undefined ? 'there is no Java here' : `the Java here is version ${version}`;
  return (
    `The local table (DynamoDB Local) needs Java ${oldest} or newer, but ${found}: ` +
    `install a Java ${oldest} runtime, or set DYNAMODB_ENDPOINT to the address of any DynamoDB.`
  );
}

/** Java 24 has no security manager, so DynamoDB Local listens on all interfaces. */
export const canGuard = (version) => version === undefined || version < 24;

export function javaWarning(version) {
  if (canGuard(version)) return undefined;
  return (
    `With Java ${version} the local table (DynamoDB Local) listens on every network interface of this machine, not on ` +
    '127.0.0.1 alone: use Java 17 to 23, or let a firewall keep other machines out.'
  );
}
