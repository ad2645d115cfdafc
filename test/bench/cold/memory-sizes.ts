/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const megabytesOfOneCore = 1769;
/** List prices of us-east-1 for arm64, in US dollars. */
const perMillion = { gigabyteSeconds: 13.3334, requests: 0.2 };
const sizes = [512, 1024, 1536, 1769, 2048];

/**
 * Prints how long a run takes with other memory sizes, and what a million of them cost. Lambda gives a function its share
 * of a core by its memory. Loading is charged too, and waiting is the same with any size.
 */
export function printMemorySizes({ cpuMs, wallMs }: { cpuMs: number; wallMs: number }): void {
  const waitingMs = Math.max(0, wallMs - cpuMs);
  const cells = sizes.map((megabytes) => {
    const ms = waitingMs + (cpuMs * megabytesOfOneCore) / Math.min(megabytes, megabytesOfOneCore);
    const usd = (ms / 1000) * (megabytes / 1024) * perMillion.gigabyteSeconds + perMillion.requests;
    return `${megabytes} MB ${ms.toFixed(0)} ms USD ${usd.toFixed(2)}`;
  });
  console.log(`  by memory, per million  ${cells.join(', ')}`);
}
