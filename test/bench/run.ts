/** `npm run bench -- <name>`: each bench prints what it measured, and fails when a promise is broken. */
const benches: Record<string, () => Promise<boolean>> = {
  bundles: async () => (await import('./bundles.ts')).benchBundles(),
  webhook: async () => (await import('./webhook.ts')).benchWebhook(),
};

const words = process.argv.slice(2);
const unknown = words.find((word) => !Object.hasOwn(benches, word));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}": ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

if (words.length === 0) console.log(`npm run bench -- <name>, with a name of: ${Object.keys(benches).join(', ')}.`);

let kept = true;
for (const name of words) {
  console.log(`\n${name}\n`);
  kept = ((await benches[name]?.()) ?? false) && kept;
}
process.exit(kept ? 0 : 1);
