import { defaultPeople, type SandboxPerson } from '../../sandboxes/world.ts';

/** Each journey uses its own guests, so that journeys do not affect each other. */
export const journeyPeople: readonly SandboxPerson[] = [
  ...defaultPeople,
  ...Array.from({ length: 672 }, (_, index): SandboxPerson => {
    const key = `guest-${index + 1}`;
    return { key, name: `Guest ${index + 1}`, email: `${key}@example.com`, colour: '#5b6470' };
  }),
];
