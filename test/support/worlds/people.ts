import { defaultPeople, type SandboxPerson } from '../../sandboxes/world.ts';

/**
 * People that journeys sign in as: the four of the story, and a crowd of newcomers `guest-1` to `guest-356`. A journey
 * takes guests that no other one takes, so that it starts from nothing and disturbs nobody.
 */
export const journeyPeople: readonly SandboxPerson[] = [
  ...defaultPeople,
  ...Array.from({ length: 356 }, (_, index): SandboxPerson => {
    const key = `guest-${index + 1}`;
    return { key, name: `Guest ${index + 1}`, email: `${key}@example.com`, colour: '#5b6470' };
  }),
];
