/**
 * `npm run bench` runs all benches, `npm run bench -- <name>` one, and `-- --list` lists them. Each fails when it
 * breaks a limit.
 */
const benches: Record<string, () => Promise<boolean>> = {
  bundles: async () => (await import('./bundles.ts')).benchBundles(),
  'alexa-devices': async () => (await import('./alexa-devices.ts')).benchAlexaDevices(),
  whatsapp: async () => (await import('./whatsapp.ts')).benchWhatsApp(),
  connect: async () => (await import('./connect.ts')).benchConnect(),
  web: async () => (await import('./web/web.ts')).benchWeb(),
  lighthouse: async () => (await import('./web/lighthouse.ts')).benchLighthouse(),
  webhook: async () => (await import('./webhook.ts')).benchWebhook(),
  cold: async () => (await import('./cold/cold.ts')).benchCold(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  schedules: async () => (await import('./schedules.ts')).benchSchedules(),
  load: async () => (await import('./load/load-steps.ts')).benchLoad(),
  growth: async () => (await import('./load/growth.ts')).benchGrowth(),
  soak: async () => (await import('./load/soak.ts')).benchSoak(),
};

const given = process.argv.slice(2);
if (given.includes('--list')) {
  console.log(Object.keys(benches).join('\n'));
  process.exit(0);
}
const words = given.length > 0 ? given : Object.keys(benches);
const unknown = words.find((word) => !Object.hasOwn(benches, word));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}": ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

let kept = true;
for (const name of words) {
  console.log(`\n${name}\n`);
  kept = ((await benches[name]?.()) ?? false) && kept;
}
process.exit(kept ? 0 : 1);
