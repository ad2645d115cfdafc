import { createSkillCheckStore } from '#functions/data/skill-check-store.ts';
import { now, realTable, signedInPlatform, warmUp } from '#functions/platform/deps.ts';
import { serve } from '#functions/platform/serve.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { amazonStatus } from './amazon-status.ts';
import { realLinks } from './real-link.ts';
import { realSender } from './real-sender.ts';
import { unlinkAmazon } from './unlink-amazon.ts';

const table = realTable();
warmUp(['origin', 'encryption', 'alexa'], { table });

const links = realLinks();
const status = { ...realSender(), workspaces: links.workspaces, checks: createSkillCheckStore(table, now) };

export const handler = serve(
  amazonAuthContract,
  {
    amazonAuth: (_, { workspaceId }) => amazonStatus(status, workspaceId),
    unlinkAmazon: async (_, { userId, workspaceId }) => {
      await unlinkAmazon(links, { userId, workspaceId });
      return { success: true as const };
    },
  },
  signedInPlatform(),
);
