import { amazonStatus } from '#functions/alexa/amazon-status.ts';
import { unlinkAmazon } from '#functions/alexa/unlink-amazon.ts';
import { createConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import { createSkillCheckStore } from '#functions/data/alexa/skill-check-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { pageToken } from '#functions/platform/http/page-token.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { alexaSender } from './parts/alexa-sender.ts';
import { amazonLinks } from './parts/amazon-links.ts';
import { enablesSkill } from './parts/enables-skill.ts';
import { signedInPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function amazonAuthApi(world: SealedWorld) {
  const links = amazonLinks(world);
  const status = {
    ...links,
    ...alexaSender(world),
    users: createUserStore(world.table, world.report),
    checks: createSkillCheckStore(world.table, world.now),
    connecting: createConnectingStore(world.table, world.now, world.report),
    enablesSkill: enablesSkill(world),
  };
  return serve(
    amazonAuthContract,
    {
      amazonAuth: async (_, { userId, workspaceId, sessionIdHash }) => ({
        ...(await amazonStatus(status, { userId, workspaceId })),
        pageToken: pageToken({ sessionIdHash }, workspaceId),
      }),
      cancelConnecting: async (_, { workspaceId }) => {
        await status.connecting.cancel(workspaceId);
        return { success: true as const };
      },
      unlinkAmazon: async (_, { userId, workspaceId }) => {
        await unlinkAmazon(links, { userId, workspaceId });
        return { success: true as const };
      },
    },
    signedInPlatform(world),
  );
}
