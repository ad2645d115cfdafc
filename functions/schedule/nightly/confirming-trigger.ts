import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createTrigger, type CreateDeps } from '#functions/triggers/create-trigger.ts';
import { updateTrigger } from '#functions/triggers/update-trigger.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Language } from '#shared/rules/language.ts';

import { nightlyNames } from './nightly-names.ts';

export type ConfirmingTriggerDeps = CreateDeps & { triggers: Pick<TriggerStore, 'find' | 'create' | 'change'> };

type Wanted = { userId: string; workspaceId: number; triggerId: string; language: Language };

/** Creates or completes the trigger of the nightly check. Chooses free names for it and for its second device. */
export async function confirmingTrigger(deps: ConfirmingTriggerDeps, wanted: Wanted): Promise<void> {
  const { userId, workspaceId, triggerId, language } = wanted;
  const place = { workspaceId, triggerId };
  const link = (await deps.workspaces.find(workspaceId))?.link?.number;
  const known = link === undefined ? undefined : await deps.triggers.find(workspaceId, triggerId, link);
  if (known?.receipt) return;
  const names = nightlyNames(language);
  const first = known?.name;
  if (!known) {
    const create = { ...deps, newId: () => triggerId };
    await withFreeName(names, (name) => createTrigger(create, { userId, workspaceId, name }));
  }
  await withFreeName(first === undefined ? names : [first, ...names], (name) =>
    updateTrigger(deps, place, { name, receipt: true }),
  );
}

async function withFreeName(names: readonly string[], attempt: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of names) {
    try {
      await attempt(name);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'trigger.nameTaken') throw error;
    }
  }
  throw new Refusal('trigger.nameTaken');
}
