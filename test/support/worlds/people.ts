import { defaultPeople, type SandboxPerson } from '../../sandboxes/world.ts';

/** Each journey takes guests of its own, so that journeys do not disturb each other. */
export const journeyPeople: readonly SandboxPerson[] = [
  ...defaultPeople,
  ...Array.from({ length: 648 }, (_, index): SandboxPerson => {
    const key = `guest-${index + 1}`;
    return { key, name: `Guest ${index + 1}`, email: `${key}@example.com`, colour: '#5b6470' };
  }),
];
