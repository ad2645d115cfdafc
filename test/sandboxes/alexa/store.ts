import { randomUUID } from 'node:crypto';

import { findPerson, type SandboxWorld } from '../world.ts';
import { usualSwitches, type EnablementSwitches, type SkillSettings } from './enablement/skill-settings.ts';
import { stateSchema, type AlexaHome, type HomeEvent, type LogEntry } from './entities.ts';
import { homeClock } from './home-clock.ts';

const EVENTS_KEPT = 500;
const LOG_KEPT = 200;
/** Longer messages, such as a report of 300 devices, are truncated to this length. */
const MESSAGE_KEPT = 20_000;
export type NewRoutine = { person: string; friendlyName: string; says: string };

export function alexaStore(world: SandboxWorld, newRoutines: readonly NewRoutine[], closing: AbortSignal) {
  const homes = new Map<string, AlexaHome>();
  const watchers = new Map<string, Set<() => void>>();
  let { skill } = world;
  let switches = usualSwitches;
  const untold: string[] = [];

  const clock = homeClock(world.now, closing);
  const store = {
    newRoutines,
    clock,
    home(person: string): AlexaHome {
      const found = homes.get(person) ?? emptyHome(person, findPerson(world.people, person)?.country);
      homes.set(person, found);
      return found;
    },
    /** Without a home, the settings for all users. */
    skillOf: (home?: AlexaHome): SkillSettings => ({ ...skill, ...home?.skill }),
    switchesOf: (home?: AlexaHome): EnablementSwitches => ({ ...switches, ...home?.switches }),
    /** For one home or for all. */
    changeSkill(wanted: Partial<SkillSettings>, home?: AlexaHome): void {
      if (home) Object.assign(home.skill, wanted);
      else skill = { ...skill, ...wanted };
      world.changed();
    },
    changeSwitches(wanted: Partial<EnablementSwitches>, home?: AlexaHome): void {
      if (home) Object.assign(home.switches, wanted);
      else switches = { ...switches, ...wanted };
      world.changed();
    },
    touched(home: AlexaHome): void {
      world.changed();
      for (const tell of watchers.get(home.person) ?? []) tell();
    },
    addEvent(home: AlexaHome, event: HomeEvent): void {
      home.events.unshift(event);
      untold.push(`Home of ${home.person}: ${event.friendlyName ?? event.deviceId} fired, ${eventText(event)}`);
      untold.splice(0, untold.length - EVENTS_KEPT);
      home.events.length = Math.min(home.events.length, EVENTS_KEPT);
    },
    addLog(home: AlexaHome, entry: Omit<LogEntry, 'id' | 'message'>, message: unknown): void {
      const text = message === undefined ? '' : JSON.stringify(message, null, 2);
      home.log.unshift({ id: randomUUID(), ...entry, message: text.slice(0, MESSAGE_KEPT) });
      home.log.length = Math.min(home.log.length, LOG_KEPT);
    },
    news: () => untold.splice(0),
    watch(person: string, tell: () => void): () => void {
      const all = watchers.get(person) ?? new Set();
      watchers.set(person, all.add(tell));
      return () => void all.delete(tell);
    },
    reset(): void {
      const seen = [...homes.values()];
      homes.clear();
      clock.reset();
      ({ skill } = world);
      switches = usualSwitches;
      for (const one of seen) store.touched(one);
    },
    snapshot: () => ({
      homes: [...homes.values()].map((one) => ({ ...one, events: one.events.slice(0, 50), log: one.log.slice(0, 50) })),
      skill,
      switches,
    }),
    restore(kept: unknown): void {
      const state = stateSchema.safeParse(kept);
      if (!state.success) return;
      for (const one of state.data.homes) homes.set(one.person, one);
      ({ skill, switches } = state.data);
    },
  };
  return store;
}
export type AlexaStore = ReturnType<typeof alexaStore>;

const eventText = ({ routine, problem }: HomeEvent): string =>
  routine === null ? (problem ?? 'no routine waits for it') : `its routine started: ${routine}`;

function emptyHome(person: string, country = 'BR'): AlexaHome {
  return {
    person,
    region: 'NA',
    country,
    skillEnabled: false,
    everEnabled: false,
    grantHeld: false,
    heldEvents: [],
    skill: {},
    switches: {},
    says: 'Hello. The skill is not enabled yet.',
    devices: [],
    routines: [],
    isMute: false,
    slowSeconds: 0,
    events: [],
    log: [],
  };
}
