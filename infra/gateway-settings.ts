import * as z from 'zod/mini';

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));

const fitsFargate = ({ vcpu, memoryGb }: { vcpu: number; memoryGb: number }): boolean =>
  memoryGb >= vcpu * 2 && memoryGb <= Math.min(30, vcpu * 8);

const task = z
  .strictObject({
    vcpu: z._default(z.literal([0.5, 1, 2, 4]), 1),
    memoryGb: z._default(wholeNumber(1, 30), 2),
  })
  .check(z.refine(fitsFargate, { error: 'Fargate offers 2 to 8 GB for each vCPU', path: ['memoryGb'] }));

type ShardPlace = { url?: string | undefined; task?: unknown; vendor?: string | undefined };

const hasUrlOrTask = ({ url, task: own }: ShardPlace): boolean => (url === undefined) !== (own === undefined);

const shard = z
  .strictObject({
    id: matching(/^[a-z0-9][a-z0-9-]{0,30}$/),
    vendor: z.optional(z.enum(['waha', 'evolution'])),
    /** The address of a gateway that runs elsewhere. */
    url: z.optional(z.url({ protocol: /^https$/ })),
    /** The size of a gateway that the stage runs on Fargate. */
    task: z.optional(task),
    /** The maximum number of lines. */
    capacity: z.optional(wholeNumber(1, 10_000)),
    /** Keeps its lines but gets no new ones. */
    draining: z.optional(z.boolean()),
  })
  .check(
    z.refine(hasUrlOrTask, { error: 'a shard has either a url or a task', path: ['url'] }),
    z.refine(({ task: own, vendor }) => own === undefined || vendor !== 'evolution', {
      error: 'a task runs WAHA; a gateway of another vendor needs a url',
      path: ['vendor'],
    }),
  );

const hosting = z.strictObject({
  /** By digest, because a tag may point to another image later. */
  image: matching(/^\d{12}\.dkr\.ecr\.us-east-1\.amazonaws\.com\/[a-z0-9][a-z0-9._/-]{0,254}@sha256:[0-9a-f]{64}$/),
  database: z._default(
    z.strictObject({
      size: z._default(z.enum(['micro', 'small', 'medium', 'large']), 'small'),
      storageGb: z._default(wholeNumber(20, 1000), 20),
    }),
    { size: 'small', storageGb: 20 },
  ),
  /** Sends the traffic of all tasks from one permanent IP address instead of one per task. */
  fixedAddress: z._default(z.boolean(), false),
});

type Shards = readonly { id: string; task?: unknown }[];

/**
 * The secret `whatsapp` contains API keys by `id`. An id must not change, because webhooks and stored lines contain it.
 */
export const whatsappSettings = z
  .strictObject({
    shards: z.array(shard).check(
      z.minLength(1),
      z.refine((all: Shards) => new Set(all.map(({ id }) => id)).size === all.length, {
        error: 'two shards have the same id',
      }),
    ),
    hosting: z.optional(hosting),
    passkeyExtensionId: z.optional(matching(/^[a-p]{32}$/)),
  })
  .check(
    z.refine(
      ({ shards, hosting: ours }) => (ours !== undefined) === shards.some(({ task: own }) => own !== undefined),
      {
        error: 'hosting and shards with a task belong together: one of them is missing',
        path: ['hosting'],
      },
    ),
  );

export type Hosting = z.output<typeof hosting>;
export type ShardSettings = z.output<typeof shard>;
export type HostedShard = ShardSettings & { task: z.output<typeof task> };

export const hostedShards = (whatsapp: z.output<typeof whatsappSettings> | undefined): HostedShard[] =>
  (whatsapp?.shards ?? []).flatMap((each) => (each.task === undefined ? [] : [{ ...each, task: each.task }]));
