import { createPulseStore } from '#functions/data/pulse-store.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { readStatus } from '#functions/status/read-status.ts';
import {
  log,
  now,
  openPlatform,
  realConfig,
  realTable,
  reportUnreadable as report,
  warmUp,
} from '#functions/wiring/process.ts';
import { statusContract } from '#shared/contracts/status.ts';

const table = realTable();
warmUp(['origin'], { table });

const { HAS_WHATSAPP: hasWhatsapp } = realConfig();
const deps = { pulses: createPulseStore(table, now, report), hasWhatsapp, log, now };

export const handler = serve(statusContract, { status: () => readStatus(deps) }, openPlatform());
