/** `cold-process.ts <bundle> <event>` loads a bundle, calls its handler once, and reports the time of both. */
const [bundle = '', event = ''] = process.argv.slice(2);

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const cpuBefore = cpuMs();
const began = performance.now();
const module: unknown = await import(bundle);
const importMs = cpuMs() - cpuBefore;
const handler: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined;
if (typeof handler !== 'function') throw new Error(`${bundle} exports no handler`);
const context = { awsRequestId: crypto.randomUUID() };
const answer: unknown = await Reflect.apply(handler, undefined, [JSON.parse(event), context]);
const said = { importMs, cpuMs: cpuMs() - cpuBefore, wallMs: performance.now() - began, answer };
process.send?.(said, undefined, {}, () => process.exit());
