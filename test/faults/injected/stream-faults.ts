import { shuffled } from '../seeded.ts';

/** A batch that the stream delivers. The table fails during the batch if `fails` is set. */
export type Handed<Change> = { changes: readonly Change[]; fails: boolean };

/** A stream never loses a change, and never swaps two changes of one item. */
export type StreamFault = {
  name: string;
  hands: <Change>(shards: readonly (readonly Change[])[], chance: () => number) => Handed<Change>[];
};

const well = <Change>(changes: readonly Change[]): Handed<Change> => ({ changes, fails: false });
const one = <Change>(changes: readonly Change[]): Handed<Change>[] => changes.map((change) => well([change]));

/** A shard holds the changes of one item, in order. */
export const streamFaults: readonly StreamFault[] = [
  { name: 'late', hands: (shards) => [well(shards.flat())] },
  { name: 'each change twice', hands: (shards) => shards.flat().flatMap((change) => one([change, change])) },
  { name: 'twice in a batch', hands: (shards) => [well(shards.flatMap((shard) => [...shard, ...shard]))] },
  { name: 'the whole batch again', hands: (shards) => [well(shards.flat()), well(shards.flat())] },
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
