import { maxKeyNameLength } from '#shared/access-key-limits.ts';
import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { maxKeyUses } from '#shared/rules/access-keys.ts';
import { tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

export type KeyKind = 'address' | 'signed' | 'page' | 'read';
type Scope = 'this' | 'some' | 'all';
export type Fields = { name: string; scope: Scope; some: readonly string[]; kind: KeyKind; uses: string };

export const howOf = {
  address: {},
  signed: { signed: true },
  page: { page: true },
  read: { right: 'read' },
} as const satisfies Record<KeyKind, object>;

/** The trigger whose menu opened the list of access keys comes first. */
export const startingWith = (trigger: Trigger | undefined, triggers: readonly Trigger[]): readonly Trigger[] =>
  trigger ? [trigger, ...triggers.filter(({ id }) => id !== trigger.id)] : triggers;

/** `own` contains the trigger that "This one" means, if there is one. Omits deleted triggers. */
export function fieldsOf(
  accessKey: AccessKey | undefined,
  own: readonly string[],
  triggers: readonly Trigger[],
): Fields {
  const { name = '', triggers: stored = own, uses } = accessKey ?? {};
  const known = new Set([...own, ...triggers.map(({ id }) => id)]);
  const some = stored === 'all' ? own : stored.filter((id) => known.has(id));
  const isThis = some.length === 1 && some[0] === own[0];
  return {
    name,
    scope: stored === 'all' ? 'all' : isThis ? 'this' : 'some',
    some,
    kind: 'address',
    uses: uses === undefined ? '' : String(uses),
  };
}

export function chosenIn({ scope, some }: Fields, own: readonly string[]): 'all' | string[] {
  if (scope === 'all') return scope;
  return scope === 'this' ? [...own] : [...some];
}

export const isSame = (one: 'all' | string[], other: 'all' | string[]): boolean =>
  String([one].flat().toSorted()) === String([other].flat().toSorted());

export function wrongIn({ name, scope, some, uses }: Fields) {
  const tidy = tidyName(name);
  const count = Number(uses);
  return {
    name: workspaceNameProblem(tidy) !== undefined || Array.from(tidy).length > maxKeyNameLength,
    some: scope === 'some' && some.length === 0,
    uses: uses !== '' && !(Number.isInteger(count) && count >= 1 && count <= maxKeyUses),
  };
}
