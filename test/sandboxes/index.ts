import { setTimeout as wait } from 'node:timers/promises';

import type { Skill } from './alexa/directive.ts';
import type { SkillSettings } from './alexa/enablement/skill-settings.ts';
import { alexaSandbox } from './alexa/index.ts';
import { alexaStore, type AlexaStore, type NewRoutine } from './alexa/store.ts';
import { skillAt } from './alexa/transport.ts';
import { amazonSandbox } from './amazon/index.ts';
import { amazonStore, type AmazonStore } from './amazon/store.ts';
import { googleSandbox } from './google/index.ts';
import type { Pause } from './kit-misbehave.ts';
import { sandboxServer } from './kit-server.ts';
import { stateFile } from './kit-state.ts';
import { allTimes, type ClockMover, type SandboxTime } from './kit-time.ts';
import { mailboxSandbox } from './mailbox/index.ts';
import { stripeSandbox } from './stripe/index.ts';
import { whatsappSandbox } from './whatsapp/index.ts';
import {
  defaultClients,
  defaultPeople,
  defaultSkill,
  type Clients,
  type SandboxPerson,
  type SandboxWorld,
} from './world.ts';

export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number;
  /** Address of the product, from which its callbacks are registered. `pointAt` sets it later. */
  appUrl?: string;
  clients?: Partial<Clients>;
  people?: readonly SandboxPerson[];
  /** A function or a URL; defaults to the skill function at `appUrl`. */
  skillEndpoint?: Skill | URL | string;
  /** Receives skill events; defaults to the function `skill-events` at `appUrl`, if it exists. */
  skillEvents?: Skill;
  skill?: Partial<SkillSettings>;
  routines?: readonly NewRoutine[];
  /** The file that stores all state between runs. */
  stateFile?: string;
  now?: () => Date;
  /** For ordered delays of replies. */
  pause?: Pause;
  /** Also moves the product's clock, once there is a product. */
  mover?: () => ClockMover | undefined;
};

export type Sandboxes = {
  /** For example `http://127.0.0.1:3100`. */
  url: string;
  pointAt: (appUrl: string) => void;
  /** For tests in the same process: grants, expiry, revocation. */
  amazon: AmazonStore;
  homes: Pick<AlexaStore, 'home'>;
  /** Due events of all sandboxes. */
  time: SandboxTime;
  /** Also closes open connections and writes the state file. */
  close: () => Promise<void>;
};

/** Rejects if the port is taken (`EADDRINUSE`). */
export async function startSandboxes(options: SandboxOptions = {}): Promise<Sandboxes> {
  let { appUrl } = options;
  const state = stateFile(options.stateFile);
  const closing = new AbortController();
  const world: SandboxWorld = {
    now: options.now ?? (() => new Date()),
    ...(options.mover && { mover: options.mover }),
    people: options.people ?? defaultPeople,
    clients: { ...defaultClients, ...options.clients },
    skill: { ...defaultSkill, ...options.skill },
    changed: state.changed,
    appUrl: () => appUrl,
  };
  const amazon = amazonStore(world);
  const homes = alexaStore(world, options.routines ?? [], closing.signal);
  const ends = {
    skill: skillFrom(options.skillEndpoint, world),
    skillEvents: options.skillEvents ?? skillAt(functionAt(world, 'skill-events'), { mayBeAbsent: true }),
  };
  const sandboxes = [
    amazonSandbox(world, amazon),
    googleSandbox(world),
    alexaSandbox(world, amazon, ends, homes),
    stripeSandbox(world, closing.signal),
    whatsappSandbox(world, closing.signal),
    mailboxSandbox(world),
  ];
  state.restore(sandboxes);

  let url = 'http://127.0.0.1';
  const { now, changed } = world;
  const mover = () => options.mover?.();
  const pause: Pause = options.pause ?? ((ms) => wait(ms, undefined, { signal: closing.signal }));
  const deps = { now, pause, mover, changed, origin: () => url, closing: closing.signal };
  const server = sandboxServer(deps, sandboxes);
  url = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`);
    });
  });

  return {
    url,
    amazon,
    homes,
    time: allTimes(sandboxes.map(({ time = {} }) => time)),
    pointAt: (to) => void (appUrl = to),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => {
          state.write();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function skillFrom(endpoint: SandboxOptions['skillEndpoint'], world: SandboxWorld): Skill {
  if (typeof endpoint === 'function') return endpoint;
  if (endpoint !== undefined) return skillAt(() => String(endpoint));
  return skillAt(functionAt(world, 'alexa-skill'));
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
function functionAt(world: SandboxWorld, name: string): () => string | undefined {
  return () => {
    const appUrl = world.appUrl();
    return appUrl === undefined ? undefined : `${appUrl}/2015-03-31/functions/${name}/invocations`;
  };
}
