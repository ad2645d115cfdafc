import * as z from 'zod/mini';

import { accessItem, grantItem } from '#functions/data/items/grant-item.ts';
import { groupItem, groupLock, sharedItem } from '#functions/data/items/group-item.ts';
import {
  instanceItem,
  lineItem,
  lineNameOf,
  removedAt,
  type InstanceItem,
} from '#functions/data/items/instance-item.ts';
import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { workspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';
import { normaliseName } from '#shared/rules/names.ts';

export type TableItem = Record<string, unknown>;

const keys = z.object({ pk: z.string(), sk: z.string() });
const link = z.object({ amazonUserId: z.string(), workspaceId: z.number(), link: z.number() });
const pointing = z.object({ workspaceId: z.number() });
const named = z.object({ triggerId: z.string(), link: z.number() });
const phone = z.object({ holders: z.set(z.number()) });

type Seen = ReturnType<typeof sortedOut>;

function sortedOut(items: readonly TableItem[]) {
  const rows = items.map((item) => ({ item, ...keys.parse(item) }));
  const at = new Map(rows.map(({ item, pk, sk }) => [`${pk} ${sk}`, item]));
  const all = <Schema extends z.ZodMiniType>(pk: string, sk: string, schema: Schema) =>
    rows
      .filter((row) => row.pk.startsWith(pk) && row.sk.startsWith(sk))
      .map((row) => ({ ...row, value: schema.parse(row.item) }));
  const one = <Schema extends z.ZodMiniType>(schema: Schema, pk: string, sk: string): z.output<Schema> | undefined => {
    const item = at.get(`${pk} ${sk}`);
    return item && schema.parse(item);
  };
  const workspace = (id: number) => one(workspaceItem, `W#${id}`, 'WORKSPACE');
  return { rows, all, one, has: (pk: string, sk: string) => at.has(`${pk} ${sk}`), workspace };
}

type Rule = { holds: string; broken: (seen: Seen) => (string | false | undefined)[] };

const after = (text: string): string => text.slice(text.indexOf('#') + 1);
const idIn = (partition: string): number => Number(after(partition));

/** Rules that hold in every table once the background work is done, wherever a process died. */
export const rules: readonly Rule[] = [
  {
    holds: 'every trigger has the lock of its name, and belongs to the present link of its workspace',
    broken: ({ all, one, workspace }) =>
      all('W#', 'TRIGGER#', triggerItem).flatMap(({ pk, value: { id, name, link: of } }) => {
        const lock = one(named, pk, `TRGNAME#${normaliseCommand(name)}`);
        return [
          lock?.triggerId !== id && `${name} of ${pk} has no lock`,
          lock?.link !== of && `the lock of ${name} of ${pk} is of another link`,
          workspace(idIn(pk))?.link?.number !== of && `${name} of ${pk} is of a link that is over`,
        ];
      }),
  },
  {
    holds: 'every lock of a name and every description has its trigger, and a workspace counts its triggers',
    broken: ({ all, has }) => [
      ...all('W#', 'TRGNAME#', named).map(
        ({ pk, sk, value }) => !has(pk, `TRIGGER#${value.triggerId}`) && `${pk} ${sk} locks nothing`,
      ),
      ...all('W#', 'TRGTEXT#', keys).map(
        ({ pk, sk }) => !has(pk, `TRIGGER#${after(sk)}`) && `${pk} ${sk} is of no trigger`,
      ),
      ...all('W#', 'WORKSPACE', workspaceItem).map(({ pk, value }) => {
        const count = all(pk, 'TRIGGER#', keys).filter((trigger) => trigger.pk === pk).length;
        return value.triggerCount !== count && `${pk} counts ${value.triggerCount} triggers and has ${count}`;
      }),
    ],
  },
  {
    holds: 'every link has its lock on the account, and every lock its link',
    broken: ({ all, one, workspace }) => [
      ...all('A#', 'LINK', link).map(({ pk, value }) => {
        const linked = workspace(value.workspaceId)?.link;
        const isIts = linked?.number === value.link && linked.amazonUserId === value.amazonUserId;
        return !isIts && `the lock of ${pk} locks no link`;
      }),
      ...all('W#', 'WORKSPACE', workspaceItem).map(({ pk, value }) => {
        const lock = value.link && one(link, `A#${value.link.amazonUserId}`, 'LINK');
        return value.link && lock?.workspaceId !== value.id && `the link of ${pk} has no lock`;
      }),
    ],
  },
  {
    holds: 'every permission is attached where its account is linked, with its token beside it and no other anywhere',
    broken: ({ all, one, has }) => [
      ...all('A#', 'GRANT', grantItem).flatMap(({ pk, value }) => {
        const where = value.workspaceId === undefined ? pk : `W#${value.workspaceId}`;
        const access = one(accessItem, where, 'ACCESS');
        return [
          one(link, pk, 'LINK')?.workspaceId !== value.workspaceId && `${pk} is attached to ${value.workspaceId}`,
          access?.amazonUserId !== value.amazonUserId && `the token of ${pk} is not at ${where}`,
          access && access.state !== value.state && `${pk} is ${value.state} and its token ${access.state}`,
          access?.lock !== undefined && access.lock.until < Date.now() - dayMs && `the token of ${pk} is locked`,
        ];
      }),
      ...[...all('W#', 'ACCESS', accessItem), ...all('A#', 'ACCESS', accessItem)].map(
        ({ pk, value }) => !has(`A#${value.amazonUserId}`, 'GRANT') && `the token at ${pk} has no permission`,
      ),
    ],
  },
  {
    holds: 'every group has its lock on its line, every lock its group, and both depend on what is so now',
    broken: ({ all, one, has, workspace }) => [
      ...all('W#', 'GROUP#', groupItem).flatMap(({ pk, sk, value }) => {
        const instance = one(instanceItem, pk, 'INSTANCE');
        return [
          !has(`N#${value.line.instanceId}`, `GROUP#${value.jid}`) && `${pk} ${sk} has no lock`,
          workspace(value.workspaceId)?.link?.number !== value.link && `${pk} ${sk} is of a link that is over`,
          instance?.generation !== value.generation && `${pk} ${sk} is of a number that is over`,
        ];
      }),
      ...all('N#', 'GROUP#', groupLock).map(({ pk, sk, value }) => {
        const group = one(groupItem, `W#${value.workspaceId}`, `GROUP#${value.groupId}`);
        return group?.jid !== value.jid && `${pk} ${sk} locks no group`;
      }),
    ],
  },
  {
    holds: 'every number can be found by its id, and what shares it is known beside it',
    broken: ({ all, one }) => [
      ...all('W#', 'INSTANCE', instanceItem).flatMap(({ pk, value: { id, reference } }) => [
        one(pointing, `N#${id}`, 'INSTANCE')?.workspaceId !== idIn(pk) && `${id} of ${pk} cannot be found`,
        reference &&
          !one(sharedItem, `N#${reference.instanceId}`, `SHARED#${idIn(pk)}`) &&
          `${pk} shares unknown to all`,
      ]),
      ...all('N#', 'SHARED#', sharedItem).map(({ pk, value }) => {
        const sharer = one(instanceItem, `W#${value.workspaceId}`, 'INSTANCE');
        return sharer?.reference?.instanceId !== idIn(pk) && `${value.workspaceId} does not share ${pk}`;
      }),
    ],
  },
  {
    holds:
      'a line that lives can be found by its address, one that is over is told of for an hour only, and phones are held by numbers that are connected',
    broken: ({ all, one }) => [
      ...all('W#', 'INSTANCE', instanceItem).map(
        ({ pk, value }) =>
          isAlive(value) && !one(lineItem, `L#${value.lineHash}`, 'LINE') && `the line of ${pk} has no address`,
      ),
      ...all('L#', 'LINE', lineItem).map(({ pk, value }) => {
        const instance = one(instanceItem, `W#${value.workspaceId}`, 'INSTANCE');
        const isIts = instance && isAlive(instance) && instance.lineHash === after(pk);
        return !isIts && removedAt(value) === undefined && `${pk} is the address of no line`;
      }),
      ...all('P#', 'PHONE', phone).flatMap(({ pk, value }) =>
        [...value.holders].map((id) => {
          const holder = all('W#', 'INSTANCE', instanceItem).find((instance) => instance.value.id === id)?.value;
          return `P#${hashOf(holder?.phone ?? '')}` !== pk && `${id} holds ${pk}`;
        }),
      ),
    ],
  },
  {
    holds: 'a workspace that is off has no link, no number and no group; one without a link has none of them either',
    broken: ({ all, one }) =>
      all('W#', 'WORKSPACE', workspaceItem).flatMap(({ pk, value: { status, link: linked } }) => {
        const instance = one(instanceItem, pk, 'INSTANCE');
        const rest = ['TRIGGER#', 'TRGNAME#', 'GROUP#', 'ACCESS'].filter((sk) =>
          all(pk, sk, keys).some((row) => row.pk === pk),
        );
        return [
          status === 'INATIVO' && linked && `${pk} is off and linked`,
          !linked && rest.length > 0 && `${pk} is not linked and has ${rest.join(' ')}`,
          !linked && instance && isAlive(instance) && `${pk} is not linked and has a number`,
        ];
      }),
  },
  {
    holds: 'every workspace is in the list of its person, under its own name alone',
    broken: ({ all, one, has }) => [
      ...all('W#', 'WORKSPACE', workspaceItem).flatMap(({ pk, value }) => [
        !has(`U#${value.userId}`, `WORKSPACE#${value.id}`) && `${pk} is in no list`,
        one(pointing, `U#${value.userId}`, `WSNAME#${normaliseName(value.name)}`)?.workspaceId !== value.id &&
          `the name of ${pk} is not locked`,
      ]),
      ...[...all('U#', 'WORKSPACE#', pointing), ...all('U#', 'WSNAME#', pointing)].map(
        ({ pk, sk, value }) => !has(`W#${value.workspaceId}`, 'WORKSPACE') && `${pk} ${sk} leads nowhere`,
      ),
    ],
  },
  {
    holds: 'every customer leads to the workspace that knows it, and back',
    broken: ({ all, one }) => [
      ...all('C#', 'CUSTOMER', pointing).map(({ pk, value }) => {
        const known = one(subscriptionItem, `W#${value.workspaceId}`, 'SUBSCRIPTION')?.customerId;
        return known !== after(pk) && `${pk} is not the customer of ${value.workspaceId}`;
      }),
      ...all('W#', 'SUBSCRIPTION', subscriptionItem).map(
        ({ pk, value }) =>
          value.customerId !== undefined &&
          one(pointing, `C#${value.customerId}`, 'CUSTOMER')?.workspaceId !== idIn(pk) &&
          `the customer of ${pk} leads elsewhere`,
      ),
    ],
  },
  {
    holds: 'nothing is left to be done',
    broken: ({ rows }) => rows.map(({ pk, sk }) => sk.startsWith('OUTBOX#') && `${pk} ${sk} is still waiting`),
  },
];

const dayMs = 86_400_000;
const isAlive = ({ chipStatus, reference }: InstanceItem): boolean =>
  reference === undefined && chipStatus !== 'DISCONNECTED';

export const tableProblems = (items: readonly TableItem[]): string[] => {
  const seen = sortedOut(items);
  return rules.flatMap(({ broken }) => broken(seen).filter((problem) => typeof problem === 'string'));
};

export const livingLines = (items: readonly TableItem[]): string[] =>
  sortedOut(items)
    .all('W#', 'INSTANCE', instanceItem)
    .flatMap(({ value }) => (isAlive(value) ? [lineNameOf(value)] : []));

/** Trigger names that each linked account should have as devices. */
export function livingDevices(items: readonly TableItem[]): Map<string, string[]> {
  const { all } = sortedOut(items);
  const triggers = all('W#', 'TRIGGER#', triggerItem);
  return new Map(
    all('A#', 'LINK', link).map(({ value }) => [
      value.amazonUserId,
      triggers
        .filter(({ pk }) => pk === `W#${value.workspaceId}`)
        .map((trigger) => trigger.value.name)
        .toSorted(),
    ]),
  );
}
