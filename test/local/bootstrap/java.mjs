import { spawnSync } from 'node:child_process';

/** Oldest Java that runs DynamoDB Local 3. */
const oldest = 17;

/** Major version in the first line of `java -version`; undefined when there is none. */
export function majorOf(text) {
  const found = /version "(?:1\.)?(\d+)/.exec(text);
  return found ? Number(found[1]) : undefined;
}

/** Major version of the Java on PATH; undefined when there is none that answers. */
export function javaVersion() {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? majorOf(stderr) : undefined;
}

/** One sentence when the local table cannot run with this Java; undefined when it can. */
export function javaProblem(version) {
  if (version !== undefined && version >= oldest) return undefined;
  const found = version === undefined ? 'there is no Java here' : `the Java here is version ${version}`;
  return (
    `The local table (DynamoDB Local) needs Java ${oldest} or newer, but ${found}: ` +
    `install a Java ${oldest} runtime, or set DYNAMODB_ENDPOINT to the address of any DynamoDB.`
  );
}

/** From Java 24 on there is no security manager, and DynamoDB Local cannot be told to listen on this machine only. */
export const canGuard = (version) => version === undefined || version < 24;

/** One sentence when other machines may reach the local table; undefined when they cannot. */
export function javaWarning(version) {
  if (canGuard(version)) return undefined;
  return (
    `With Java ${version} the local table (DynamoDB Local) listens on every network interface of this machine, not on ` +
    '127.0.0.1 alone: use Java 17 to 23, or let a firewall keep other machines out.'
  );
}
