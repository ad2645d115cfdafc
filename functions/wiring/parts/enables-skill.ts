import { createEnablingRefusedStore, type EnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import type { Config } from '#functions/platform/config.ts';

import type { World } from '../world.ts';

/** Whether this stage enables the skill for users: it is configured, and Amazon does not reject it in general. */
export function enablesSkill(world: World): () => Promise<boolean> {
  if (world.config.ALEXA_SKILL_ID === undefined) return () => Promise.resolve(false);
  const refused = enablingRefused(world);
  return async () => !(await refused.stands());
}

export const enablingRefused = ({ config, secrets, table, now, report }: World): EnablingRefusedStore =>
  createEnablingRefusedStore(
    table,
    now,
    { skill: skillOf(config), clientId: async () => (await secrets.alexa())?.clientId },
    report,
  );

const skillOf = ({ ALEXA_SKILL_ID: id = '', ALEXA_SKILL_STAGE: stage }: Config): string => `${id} ${stage}`;
