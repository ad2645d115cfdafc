import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createStatusDayStore } from '#functions/data/status-day-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { readStatusDays } from '#functions/status/read-status-days.ts';
import { readStatus } from '#functions/status/read-status.ts';
import { statusContract } from '#shared/contracts/status.ts';

import { openPlatform } from './parts/platform.ts';
import type { World } from './world.ts';

export function statusApi(world: World) {
  const { config, table, log, now, report } = world;
  const days = { days: createStatusDayStore(table, report), hasWhatsapp: config.HAS_WHATSAPP, now };
  const deps = { pulses: createPulseStore(table, now, report), hasWhatsapp: config.HAS_WHATSAPP, log, now };
  return serve(
    statusContract,
    { status: () => readStatus(deps), statusDays: () => readStatusDays(days) },
    openPlatform(world),
  );
}
