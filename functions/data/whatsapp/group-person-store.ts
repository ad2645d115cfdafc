import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { historyEnd } from '../items/trigger-item.ts';
import { personKey, personPrefix, workspacePartition } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { conditional, type Table } from '../table.ts';

export const personItem = z.object({ person: z.string(), name: z.optional(z.string()), seenAt: z.iso.datetime() });

export type GroupPerson = z.output<typeof personItem> & { name: string };

type Refused = z.output<typeof personItem> & {
  /** The group that received the refusal notice, its local day, and the refused run. */
  told: { groupId: number; day: number; executionId: string };
};

/** A member without a name cannot be chosen in conditions. Two days cover the day of the notice in every time zone. */
const namelessMs = 2 * 86_400_000;

/** Members who ran a trigger from a group or were refused, for as long as the history stores a run. */
export function createGroupPersonStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  return {
    /** Stores the member with the name at that time. */
    async seen(workspaceId: number, { person, name, seenAt }: GroupPerson): Promise<void> {
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: personKey(workspaceId, person),
          UpdateExpression:
            'SET #type = :type, workspaceId = :workspace, person = :person, #name = :name, seenAt = :at, expiresAt = :end',
          ExpressionAttributeNames: { '#type': 'type', '#name': 'name' },
          ExpressionAttributeValues: {
            ':type': 'groupPerson',
            ':workspace': workspaceId,
            ':person': person,
            ':name': name,
            ':at': seenAt,
            ':end': historyEnd(seenAt),
          },
        }),
      );
    },

    /**
     * Takes the notice of a day with one conditional write. Returns false if the member was notified in that group on
     * that day.
     */
    async refused(workspaceId: number, { person, name, seenAt, told }: Refused): Promise<boolean> {
      const end = name === undefined ? epochSeconds(new Date(Date.parse(seenAt) + namelessMs)) : historyEnd(seenAt);
      const sets = [
        '#type = :type, workspaceId = :workspace, person = :person, seenAt = :at, #told = :told',
        ...(name === undefined ? ['expiresAt = if_not_exists(expiresAt, :end)'] : ['#name = :name, expiresAt = :end']),
      ];
      const update = new UpdateCommand({
        TableName: table.name,
        Key: personKey(workspaceId, person),
        UpdateExpression: `SET ${sets.join(', ')}`,
        // The stored mark is our own if the response to the first attempt was lost.
        ConditionExpression: 'attribute_not_exists(#told) OR NOT begins_with(#told, :day) OR #told = :told',
        ExpressionAttributeNames: {
          '#type': 'type',
          '#told': `told${told.groupId}`,
          ...(name !== undefined && { '#name': 'name' }),
        },
        ExpressionAttributeValues: {
          ':type': 'groupPerson',
          ':workspace': workspaceId,
          ':person': person,
          ':at': seenAt,
          ':day': `${told.day} `,
          ':told': `${told.day} ${told.executionId}`,
          ':end': end,
          ...(name !== undefined && { ':name': name }),
        },
      });
      return conditional(table.doc.send(update));
    },

    /** Lists members with a name. */
    async list(workspaceId: number): Promise<GroupPerson[]> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': personPrefix },
      });
      const people = parseItems(
        personItem,
        rows.filter((row) => live(row, now())),
        report,
      );
      return people.flatMap(({ name, ...person }) => (name === undefined ? [] : [{ ...person, name }]));
    },
  };
}

export type GroupPersonStore = ReturnType<typeof createGroupPersonStore>;
