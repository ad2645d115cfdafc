import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Crash, crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa, type FakeAlexa, type AlexaBehaviour } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const user = 'ana';
const workspaces = [1, 2] as const;
const accounts = ['amzn1.account.a', 'amzn1.account.b'] as const;

type Scene = {
  world: AlexaWorld;
  fakeAlexa: FakeAlexa;
  aWorkerThatDiesAfter: (writes: number) => AlexaWorld;
  wait: () => void;
};
type Action = { name: string; act: (scene: Scene) => Promise<unknown> };

// Most changes share one workspace and few names, so that they collide.
const workspace = fc.constantFrom(workspaces[0], workspaces[0], workspaces[0], workspaces[1]);
const account = fc.constantFrom(accounts[0], accounts[0], accounts[0], accounts[1]);
const place = fc.nat({ max: 1 });
const called = fc.constantFrom('Good night', 'Good morning', 'Lunch');
const failure = fc.constantFrom<AlexaBehaviour>(
  'fine',
  'takenButLost',
  'takenButLost',
  'throttled',
  'unavailable',
  'tooLarge',
);

const action = <Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  act: (scene: Scene, input: Input) => Promise<unknown>,
) => inputs.map((input): Action => ({ name: `${name} ${JSON.stringify(input)}`, act: (scene) => act(scene, input) }));

async function disable({ world, fakeAlexa }: Scene, amazonUserId: string): Promise<void> {
  const found = await world.grants.find(amazonUserId);
  fakeAlexa.forget(amazonUserId);
  if (!found) return;
  const { workspaceId } = found.grant;
  await world.tokens.revoke(workspaceId === undefined ? { amazonUserId } : { workspaceId }, found.access);
}

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: action('create', fc.tuple(workspace, called), ({ world }, [id, name]) => world.createTrigger(id, name)),
  },
  {
    weight: 5,
    arbitrary: action('rename', fc.tuple(workspace, place, called), async ({ world }, [id, at, name]) => {
      const found = await world.triggerAt(id, at);
      return found && world.triggers.change(found.trigger, { name }, found.link);
    }),
  },
  {
    weight: 3,
    arbitrary: action('delete', fc.tuple(workspace, place), async ({ world }, [id, at]) => {
      const found = await world.triggerAt(id, at);
      return found && world.triggers.delete(found.trigger, found.link);
    }),
  },
  {
    weight: 3,
    arbitrary: action('link', fc.tuple(workspace, account), ({ world }, [id, who]) => world.link(user, id, who)),
  },
  { weight: 2, arbitrary: action('unlink', workspace, ({ world }, id) => world.unlink(user, id)) },
  { weight: 2, arbitrary: action('enable the skill', account, ({ world }, who) => world.enableSkill(who)) },
  { weight: 1, arbitrary: action('disable the skill', account, disable) },
  {
    weight: 5,
    arbitrary: action(
      'work during these failures',
      fc.array(failure, { maxLength: 2 }),
      async ({ world, fakeAlexa, wait }, coming) => {
        fakeAlexa.expect(...coming);
        wait();
        await world.sweep();
        fakeAlexa.expect();
      },
    ),
  },
  {
    weight: 3,
    arbitrary: action(
      'work and die after writes',
      fc.nat({ max: 8 }),
      async ({ aWorkerThatDiesAfter, wait }, writes) => {
        wait();
        await aWorkerThatDiesAfter(writes)
          .sweepOrCrash()
          .catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
      },
    ),
  },
);

/** Expects the list at Alexa to equal the table wherever there is a grant. */
async function expectInStep({ world, fakeAlexa }: Scene): Promise<void> {
  for (const who of accounts) {
    const grant = await world.grants.findGrant(who);
    if (grant?.state !== 'valid') continue;
    const link = await world.links.find(who);
    expect(fakeAlexa.listOf(who)).toEqual(link ? await world.triggerNames(link.workspaceId) : []);
  }
}

test('leaves Alexa with the list of the table after a clean run that follows any user actions and worker failures', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 8, maxLength: 25 }), async (steps) => {
      const clock = aClock();
      const fakeAlexa = aFakeAlexa();
      const table = await aTable();
      const world = alexaWorld(table, fakeAlexa, clock);
      const scene: Scene = {
        world,
        fakeAlexa,
        aWorkerThatDiesAfter: (writes) => alexaWorld(crashingTable(table, writes), fakeAlexa, clock),
        // Longer than the lease of a dead worker and the first retries, but far from giving up.
        wait: () => clock.advance(120_000),
      };
      await world.addWorkspace(workspaces[0], user, true);
      await world.addWorkspace(workspaces[1], user);
      await world.link(user, workspaces[0], accounts[0]);
      for (const step of steps) await step.act(scene);
      clock.advance(120_000);
      await world.settle();
      await expectInStep(scene);
      expect(world.dead).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
