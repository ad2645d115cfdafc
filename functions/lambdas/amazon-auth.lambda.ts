import { amazonStatus } from '#functions/alexa/amazon-status.ts';
import { unlinkAmazon } from '#functions/alexa/unlink-amazon.ts';
import { createSkillCheckStore } from '#functions/data/alexa/skill-check-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { realSender } from '#functions/wiring/alexa-sender.ts';
import { realLinks } from '#functions/wiring/amazon-links.ts';
import { now, realTable, reportUnreadable, signedInPlatform, warmUp } from '#functions/wiring/process.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

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
