import { createEnablingRefusedStore, type EnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import { createReadEnablingStop } from '#functions/data/alexa/read-enabling-stop.ts';
import type { Config } from '#functions/platform/config.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

import type { World } from '../world.ts';

/** Whether this stage enables the skill for users: it is configured, and Amazon does not reject it in general. */
export function enablesSkill({ config, table, now, report }: World): () => Promise<StageEnabling> {
  if (config.ALEXA_SKILL_ID === undefined) return () => Promise.resolve({ enables: false });
  const readState = createReadEnablingStop(table, now, skillOf(config), report);
  return async () => {
    const { isStopped, reopenedAt } = await readState();
    return { enables: !isStopped, reopenedAt };
  };
}

export const enablingRefused = ({ config, secrets, table, now, report }: World): EnablingRefusedStore =>
  createEnablingRefusedStore(
    table,
    now,
    { skill: skillOf(config), clientId: async () => (await secrets.alexa())?.clientId },
    report,
  );

const skillOf = ({ ALEXA_SKILL_ID: id = '', ALEXA_SKILL_STAGE: stage }: Config): string => `${id} ${stage}`;
