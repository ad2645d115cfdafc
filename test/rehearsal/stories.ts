import { stages, type Settings } from '../infra/stage-variants.ts';
import { stage, type Assembly } from './assemblies.ts';
import { deploying, type Cdk, type Ran } from './cdk-command.ts';
import type { Emulator } from './emulator.ts';

export type Rehearsal = {
  cdk: Cdk;
  aws: Emulator;
  synthesise: (name: string, settings: Settings, options?: { isFirstDeployment?: boolean }) => Assembly;
};

export type Story = (rehearsal: Rehearsal) => Promise<void>;

const stack = (part: string): string => `Recado-${stage}-${part}`;

function expectThat(isTrue: boolean, what: string, { output }: Pick<Ran, 'output'>): void {
  const lines = output.split('\n').filter((line) => line !== '' && !/: (?:start|success): /.test(line));
  if (!isTrue) throw new Error(`${what}\n${lines.slice(-40).join('\n')}`);
}

export async function succeeds(what: string, running: Promise<Ran>): Promise<Ran> {
  const ran = await running;
  expectThat(ran.succeeded, `${what} should succeed`, ran);
  return ran;
}

async function isRefused(what: string, running: Promise<Ran>, reason: RegExp): Promise<void> {
  const ran = await running;
  expectThat(!ran.succeeded && reason.test(ran.output), `${what} should fail with ${reason}`, ran);
}

/** Only stacks with changes can fail. */
async function failsOnceEach(
  { cdk, aws }: Pick<Rehearsal, 'cdk' | 'aws'>,
  { outdir }: Assembly,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await aws.failNext(name);
  let failures = 0;
  for (let last = ''; last !== 'succeeded';) {
    const ran = await cdk(...deploying(outdir), '--all');
    last = ran.succeeded ? 'succeeded' : 'failed';
    if (!ran.succeeded) failures += 1;
    expectThat(
      ran.succeeded || ran.output.includes('pretended failure'),
      `attempt ${failures} should be repeatable`,
      ran,
    );
  }
  expectThat(failures > 1, `${names.length} stacks should fail, and ${failures} did`, { output: '' });
}

/** As described in the README, with the real bundles and pages. */
const firstDeployment: Story = async ({ cdk, aws }) => {
  const deploy = ['deploy', '--all', '--require-approval', 'never', '-c', 'stage=prod'];
  await succeeds('the first deployment', cdk(...deploy, '-c', 'first=true'));
  await succeeds('the deployment that protects', cdk(...deploy));
  const again = await succeeds('the same deployment again', cdk(...deploy));
  const count = Object.keys((await aws.left()).stacks).filter((name) => name.startsWith('Recado-prod')).length;
  const unchanged = again.output.match(/\(no changes\)/g)?.length;
  expectThat(unchanged === count, `all ${count} stacks should have no changes`, again);
};

const failedCreations: Story = async ({ cdk, aws, synthesise }) => {
  const everything = stages['everything'] ?? {};
  const first = synthesise('first', everything, { isFirstDeployment: true });
  await aws.reset();
  await failsOnceEach({ cdk, aws }, first, first.stacks);
  const { outdir } = synthesise('everything', everything);
  await succeeds('the deployment that protects', cdk(...deploying(outdir), '--all'));
};

/** The table is protected immediately, so only the steps in the runbook help. */
const failedWithoutFirst: Story = async ({ cdk, aws, synthesise }) => {
  const { outdir } = synthesise('nothing', {});
  const first = synthesise('first of nothing', {}, { isFirstDeployment: true });
  await aws.reset();
  await aws.failNext(stack('edge'));
  await isRefused('the creation', cdk(...deploying(outdir), '--all'), /pretended failure/);
  await isRefused('the same again', cdk(...deploying(outdir), '--all'), /TerminationProtection is enabled/);
  await aws.unprotect(stack('edge'));
  await succeeds('the creation without protection', cdk(...deploying(first.outdir), stack('edge'), '--exclusively'));
  await succeeds('the whole deployment', cdk(...deploying(outdir), '--all'));
};

/** Added to a stage that runs. Unprotected, the creation can be repeated; protected, the database has to be deleted. */
const failedGateways: Story = async ({ cdk, aws, synthesise }) => {
  const settings = stages['only whatsapp'] ?? {};
  const nothing = synthesise('nothing', {});
  const { outdir } = synthesise('only whatsapp', settings);
  const first = synthesise('first gateways', settings, { isFirstDeployment: true });
  const unprotected = () => cdk(...deploying(first.outdir), stack('messaging'), '--exclusively');
  const anew = async () => {
    await aws.reset();
    await succeeds('the stage without gateways', cdk(...deploying(nothing.outdir), '--all'));
    await aws.failNext(stack('messaging'));
  };
  await anew();
  await isRefused('the unprotected creation', unprotected(), /pretended failure/);
  await succeeds('the unprotected creation again', unprotected());
  await succeeds('the whole deployment', cdk(...deploying(outdir), '--all'));
  await anew();
  await isRefused('the protected creation', cdk(...deploying(outdir), '--all'), /pretended failure/);
  await isRefused('the same again', cdk(...deploying(outdir), '--all'), /TerminationProtection is enabled/);
  const state = (await aws.left()).stacks[stack('messaging')];
  expectThat(state === 'ROLLBACK_FAILED', 'the protected database should remain', { output: state ?? 'no stack' });
  await aws.unprotect(stack('messaging'));
  await aws.deleteLeftBehind('AWS::RDS::DBInstance');
  await succeeds('the creation without the database', unprotected());
  await succeeds('the whole deployment', cdk(...deploying(outdir), '--all'));
};

/** A gateway of two, and then the whole stack with the last one, whose database stays behind. */
const gatewaysAgain: Story = async ({ cdk, aws, synthesise }) => {
  const one = synthesise('only whatsapp', stages['only whatsapp'] ?? {});
  const two = synthesise('only other gateways', stages['only other gateways'] ?? {});
  const destroy = ['destroy', '--app', one.outdir, '--force', '--exclusively', stack('messaging')];
  await aws.reset();
  for (const [what, { outdir }] of [
    ['two gateways', two],
    ['one gateway', one],
    ['two gateways again', two],
    ['one gateway again', one],
  ] as const) {
    await succeeds(what, cdk(...deploying(outdir), '--all'));
  }
  await aws.unprotect(stack('messaging'));
  await succeeds('the removal', cdk(...destroy));
  await isRefused('another creation', cdk(...deploying(one.outdir), stack('messaging')), /already exists/);
  await aws.unprotect(stack('messaging'));
  await aws.deleteLeftBehind('AWS::RDS::DBInstance');
  await aws.deleteLeftBehind('AWS::SecretsManager::Secret');
  await succeeds('the creation after the deletions', cdk(...deploying(one.outdir), stack('messaging')));
};

const failedUpdates: Story = async ({ cdk, aws, synthesise }) => {
  const nothing = synthesise('nothing', {});
  const everything = synthesise('everything', stages['everything'] ?? {});
  await aws.reset();
  await succeeds('the deployment', cdk(...deploying(nothing.outdir), '--all'));
  await failsOnceEach({ cdk, aws }, everything, nothing.stacks);
  await succeeds('the way back', cdk(...deploying(nothing.outdir), '--all'));
};

/** In the runbook's order, followed by a stage of the same name on top of the retained resources. */
const removal: Story = async ({ cdk, aws, synthesise }) => {
  const { outdir, stacks } = synthesise('everything', stages['everything'] ?? {});
  const destroy = (name: string) => cdk('destroy', '--app', outdir, '--force', '--exclusively', name);
  await aws.reset();
  await succeeds('the deployment', cdk(...deploying(outdir), '--all'));
  await isRefused('the removal of a protected stack', destroy(stack('data')), /TerminationProtection is enabled/);
  await aws.unprotect(stack('edge'));
  await isRefused('the removal of a stack that others use', destroy(stack('edge')), /in use by/);
  for (const name of stacks.toReversed()) {
    await aws.unprotect(name);
    await succeeds(`the removal of ${name}`, destroy(name));
  }
  const { stacks: left, leftBehind } = await aws.left();
  const remaining = Object.keys(left).filter((name) => name.startsWith('Recado-'));
  expectThat(remaining.length === 0, 'all stacks should be gone', { output: remaining.join('\n') });
  expectThat(
    leftBehind.some((name) => name.includes(`recado-${stage}-table`)),
    'the table should be kept',
    {
      output: leftBehind.join('\n'),
    },
  );
  await isRefused('a new stack over the kept table', cdk(...deploying(outdir), stack('data')), /already exists/);
  await aws.unprotect(stack('data'));
  await succeeds('the removal of the failed stack', destroy(stack('data')));
  await aws.deleteLeftBehind('AWS::SecretsManager::Secret');
  const adopt = ['--exclusively', '--import-existing-resources'];
  await succeeds('adopting the table', cdk(...deploying(outdir), stack('data'), ...adopt));
};

export const stories: Readonly<Record<string, Story>> = {
  'first deployment as the README has it, repeated without changes': firstDeployment,
  'first deployment in which every stack fails once, repeated': failedCreations,
  'failed creation of a protected stack, repaired as the runbook has it': failedWithoutFirst,
  'failed creation of gateways, with and without protection, repaired': failedGateways,
  'gateways removed and added again': gatewaysAgain,
  'update in which every stack fails once, repeated, and back': failedUpdates,
  'removal of everything, and adopting the kept table': removal,
};
