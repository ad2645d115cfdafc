import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { formerLink } from '#functions/data/alexa/amazon-link-store.ts';
import { trialMark } from '#functions/data/billing/trial-marks.ts';
import { notificationItem } from '#functions/data/findings/notification-store.ts';
import { accessKeyItem } from '#functions/data/items/access-key-item.ts';
import { grantItem } from '#functions/data/items/grant-item.ts';
import { groupItem } from '#functions/data/items/group-item.ts';
import { instanceItem } from '#functions/data/items/instance-item.ts';
import { plannedRunItem } from '#functions/data/items/planned-run-item.ts';
import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import { run, triggerItem } from '#functions/data/items/trigger-item.ts';
import { userItem } from '#functions/data/items/user-item.ts';
import { deletionItem } from '#functions/data/people/deletion-store.ts';
import { sessionItem } from '#functions/data/people/session-store.ts';
import { identityItem } from '#functions/data/people/user-store.ts';
import { personItem } from '#functions/data/whatsapp/group-person-store.ts';
import { workspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { myData } from '#shared/contracts/my-data.ts';

import { hiddenFields } from './left-out.ts';
import { listForType } from './read-my-data.ts';

/** The schema of each exported type. The product reads the last two types without a schema. */
const storedItems: Readonly<Record<string, z.core.$ZodType>> = {
  user: userItem,
  identity: identityItem,
  session: sessionItem,
  workspace: workspaceItem,
  formerLink,
  grant: grantItem,
  trigger: triggerItem,
  plannedRun: plannedRunItem,
  accessKey: accessKeyItem,
  run,
  groupPerson: personItem,
  subscription: subscriptionItem,
  trial: trialMark,
  instance: instanceItem,
  group: groupItem,
  deletion: deletionItem,
  told: notificationItem,
  triggerText: z.object({ type: z.literal('triggerText'), id: z.string(), link: z.number(), text: z.string() }),
  day: z.object({
    day: z.string(),
    sent: z.number(),
    maybe: z.number(),
    failed: z.number(),
    asked: z.number(),
    ran: z.number(),
    shared: z.number(),
    unanswered: z.number(),
    expiresAt: z.number(),
  }),
};

/** Returns the paths of all fields that are not objects, such as `receipt.last.ms`. */
function fieldsOf(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => fieldsOf(field, [...path, name]));
  }
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) {
    return fieldsOf(schema.def.innerType, path);
  }
  if (schema instanceof z.ZodMiniArray) return fieldsOf(schema.def.element, path);
  if (!(schema instanceof z.ZodMiniPipe)) return [path.join('.')];
  return fieldsOf(schema.def.in instanceof z.ZodMiniTransform ? schema.def.out : schema.def.in, path);
}

const exportedFields = (type: string): string[] => {
  const list = type === 'user' ? 'person' : listForType[type];
  return list === undefined ? [] : fieldsOf(myData.shape[list]);
};

const omittedFields = Object.values(hiddenFields).flatMap((fields) => fields.split(' '));
const isOmitted = (field: string): boolean => omittedFields.some((each) => `${field}.`.startsWith(`${each}.`));
const isExported = (type: string, field: string): boolean => exportedFields(type).includes(field);

const stored = Object.entries(storedItems).flatMap(([type, schema]) =>
  fieldsOf(schema)
    .filter((field) => field !== 'type')
    .map((field) => ({ type, field, name: `${type}.${field}` })),
);

test('knows the stored fields of each exported type', () => {
  expect(new Set(Object.keys(storedItems))).toEqual(new Set(['user', ...Object.keys(listForType)]));
});

test('exports each stored field of an exported type or lists it with the reason for omitting it', () => {
  const missing = stored.filter(({ type, field, name }) => !isExported(type, field) && !isOmitted(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('omits only stored fields and no exported ones', () => {
  const stale = omittedFields.filter((each) => !stored.some(({ name }) => `${name}.`.startsWith(`${each}.`)));
  const exported = stored.filter(({ type, field, name }) => isOmitted(name) && isExported(type, field));
  expect([stale, exported]).toEqual([[], []]);
});
