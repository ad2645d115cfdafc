import { randomUUID } from 'node:crypto';

import { note, type Deps } from '../directive.ts';
import type { AlexaHome, SkillEvent } from '../entities.ts';

/** https://developer.amazon.com/docs/smapi/skill-events-in-alexa-skills.html */
const subscriptions = {
  SkillEnabled: 'SKILL_ENABLED',
  SkillDisabled: 'SKILL_DISABLED',
  SkillAccountLinked: 'SKILL_ACCOUNT_LINKED',
} as const;

const PATIENCE_MS = 8000;

/** The delivery in progress per home. Without this order a SkillDisabled could overtake its SkillEnabled. */
const delivering = new WeakMap<AlexaHome, Promise<void>>();

/** Sends a skill event if the skill subscribes to it, without waiting for the delivery. */
export function announce(
  deps: Deps,
  home: AlexaHome,
  name: keyof typeof subscriptions,
  body?: Record<string, string>,
): void {
  const { store, world } = deps;
  const skill = store.skillOf(home);
  if (!skill.subscriptions.includes(subscriptions[name])) return;
  const event: SkillEvent = {
    version: '1.0',
    context: { System: { application: { applicationId: skill.id }, user: { userId: home.userId ?? '' } } },
    request: {
      type: `AlexaSkillEvent.${name}`,
      requestId: randomUUID(),
      timestamp: world.now().toISOString(),
      eventCreationTime: world.now().toISOString(),
      ...(body && { body }),
    },
  };
  const { events } = store.switchesOf(home);
  if (events === 'held') home.heldEvents.push(event);
  else if (events !== 'missing')
    void deliver(
      deps,
      home,
      Array.from({ length: events === 'twice' ? 2 : 1 }, () => event),
    );
}

/** Sends the events in order, after the previous events of this home. */
export function deliver(deps: Deps, home: AlexaHome, events: readonly SkillEvent[]): Promise<void> {
  const delivery = (delivering.get(home) ?? Promise.resolve()).then(() => deliverNow(deps, home, events));
  delivering.set(home, delivery);
  return delivery;
}

async function deliverNow(deps: Deps, home: AlexaHome, events: readonly SkillEvent[]): Promise<void> {
  for (const event of events) {
    const name = event.request.type;
    const published = { ...event.request, eventPublishingTime: deps.world.now().toISOString() };
    const sent = { ...event, request: published };
    note(deps, home, { from: 'alexa', name, text: '', problems: [], ms: null }, sent);
    try {
      await deps.skillEvents(sent, AbortSignal.timeout(PATIENCE_MS));
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      note(deps, home, { from: 'skill', name, text, problems: [], ms: null });
    }
  }
}
