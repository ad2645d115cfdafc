import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { stages } from '../infra/stage-variants.ts';
import { assemblies, linkedPairs, type Assembly } from './assemblies.ts';
import { cdkCommand, deploying } from './cdk-command.ts';
import { account, startEmulator, whyNoEmulator } from './emulator.ts';
import { stories, succeeds, type Rehearsal } from './stories.ts';

/**
 * `npm run rehearse`: deploys to emulated AWS with the project's own CDK command. Arguments select steps by name; a
 * complete run writes its output into `docs/deployments.md`.
 */
const words = process.argv.slice(2);
const problem = whyNoEmulator();
if (problem !== undefined) {
  console.error(`\n${problem}\n`);
  process.exit(1);
}

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'recado-rehearsal-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const aws = await startEmulator();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void aws.stop().then(() => process.exit(130)));
}
const rehearsal: Rehearsal = { aws, cdk: cdkCommand(aws.env), synthesise: assemblies(folder) };
const lines: string[] = [];

try {
  await timed('bootstrap of three regions', async () => {
    const places = ['us-east-1', 'eu-west-1', 'us-west-2'].map((region) => `aws://${account}/${region}`);
    await succeeds('bootstrap', rehearsal.cdk('bootstrap', ...places));
  });
  for (const [name, story] of Object.entries(stories)) await timed(name, () => story(rehearsal));
  await changeSettings(rehearsal);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await aws.stop();
}
if (process.exitCode === undefined && words.length === 0) writeReport();

async function timed(name: string, run: () => Promise<unknown>): Promise<void> {
  if (words.length > 0 && !name.startsWith('bootstrap') && !words.some((word) => name.includes(word))) return;
  const began = performance.now();
  const count = await run();
  const line = `${typeof count === 'number' ? `${count} ${name}` : name}: ${Math.round((performance.now() - began) / 1000)} s`;
  lines.push(line);
  console.log(line);
}

/** Over the remains of the previous deployment, like an operator. */
async function changeSettings({ cdk, synthesise }: Rehearsal): Promise<void> {
  const variants = new Map(Object.entries(stages).map(([name, settings]) => [name, synthesise(name, settings)]));
  const [nothing, everything] = [variants.get('nothing'), variants.get('everything')];
  if (!nothing || !everything) throw new Error('Two of the stages are missing');
  const walk = (path: readonly string[]) => async () => {
    await aws.reset();
    for (const [index, name] of path.entries()) {
      const { outdir } = variants.get(name) ?? nothing;
      const what = `${path[index - 1] ?? 'no stage'} -> ${name}`;
      await succeeds(what, cdk(...deploying(outdir), '--all'));
    }
    return path.length - 1;
  };
  const named = (start: string) => [...variants.keys()].filter((name) => name.startsWith(start));
  const single = (base: string, others: readonly string[]) => [base, ...others.flatMap((name) => [name, base])];
  await timed(
    'changes of one setting from nothing and back',
    walk(single('nothing', [...named('only '), 'another host'])),
  );
  await timed(
    'changes of one setting from everything and back',
    walk(single('everything', [...named('all but '), ...named('other '), 'nothing'])),
  );
  const alone = new Map<string, Assembly>(named('only ').flatMap((name) => [[name, variants.get(name) ?? nothing]]));
  const pairs = linkedPairs(alone, nothing);
  await timed(
    'changes between two settings that share an export, both ways',
    walk(pairs.flatMap(([one, other]) => [one, other, one])),
  );
}

function writeReport(): void {
  const file = fromRoot('docs/deployments.md');
  const [before, , after] = readFileSync(file, 'utf8').split(/(?<=<!-- rehearsal -->\n)|(?=<!-- end of rehearsal -->)/);
  writeFileSync(file, `${before}\n${lines.map((line) => `    ${line}`).join('\n')}\n\n${after}`);
}
