import { createSkillCheckStore } from '#functions/data/skill-check-store.ts';
import { createUserStore } from '#functions/data/user-store.ts';
import { now, realTable, reportUnreadable, signedInPlatform, warmUp } from '#functions/platform/deps.ts';
import { serve } from '#functions/platform/serve.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import { amazonStatus } from './amazon-status.ts';
import { realLinks } from './real-link.ts';
import { realSender } from './real-sender.ts';
import { unlinkAmazon } from './unlink-amazon.ts';

const table = realTable();
warmUp(['origin', 'encryption', 'alexa'], { table });

const links = realLinks();
const status = {
  ...links,
  ...realSender(),
  users: createUserStore(table, reportUnreadable),
  checks: createSkillCheckStore(table, now),
};

export const handler = serve(
  amazonAuthContract,
  {
    amazonAuth: (_, { userId, workspaceId }) => amazonStatus(status, { userId, workspaceId }),
    unlinkAmazon: async (_, { userId, workspaceId }) => {
      await unlinkAmazon(links, { userId, workspaceId });
      return { success: true as const };
    },
  },
  signedInPlatform(),
);
