import { shuffled } from '../seeded.ts';

/** What a stream hands to its function, one batch after the other. `fails`: the table fails it in the middle of its work. */
export type Handed<Change> = { changes: readonly Change[]; fails: boolean };

/** One way in which a stream is stale; what it never does is to lose a change, or to swap two of one item. */
export type StreamFault = {
  name: string;
  hands: <Change>(shards: readonly (readonly Change[])[], chance: () => number) => Handed<Change>[];
};

const well = <Change>(changes: readonly Change[]): Handed<Change> => ({ changes, fails: false });
const one = <Change>(changes: readonly Change[]): Handed<Change>[] => changes.map((change) => well([change]));

/** Every way that the matrix knows. A shard is the changes of one item, in order. */
export const streamFaults: readonly StreamFault[] = [
  // Everything at once, long after it happened.
  { name: 'late', hands: (shards) => [well(shards.flat())] },
  { name: 'each change twice', hands: (shards) => shards.flat().flatMap((change) => one([change, change])) },
  { name: 'twice in a batch', hands: (shards) => [well(shards.flatMap((shard) => [...shard, ...shard]))] },
  { name: 'the whole batch again', hands: (shards) => [well(shards.flat()), well(shards.flat())] },
  // An old batch comes once more when the newest is done with.
  {
    name: 'an old one again',
    hands: (shards) => [...one(shards.flat()), ...shards.map((shard) => well(shard.slice(0, 1)))],
  },
  { name: 'shards out of order', hands: (shards, chance) => one(shuffled(shards, chance).flat()) },
  {
    name: 'the table fails it',
    hands: (shards) => [{ changes: shards.flat(), fails: true }, well(shards.flat())],
  },
];
