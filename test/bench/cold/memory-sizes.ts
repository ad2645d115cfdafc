/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const megabytesOfOneCore = 1769;
/** List prices of us-east-1 in US dollars. https://aws.amazon.com/lambda/pricing/ */
const perMillion = { gigabyteSeconds: { arm64: 13.3334, x86_64: 16.6667 }, requests: 0.2 };
const sizes = [512, 1024, 1536, 1769, 2048];

/**
 * Prints how long a run takes with other memory sizes, and what a million of them cost. Lambda gives a function its share
 * of a core by its memory. Loading is charged too, and waiting is the same with any size.
 */
export function printMemorySizes({ cpuMs, wallMs }: { cpuMs: number; wallMs: number }): void {
  const waitingMs = Math.max(0, wallMs - cpuMs);
  const cell = (megabytes: number, architecture: keyof typeof perMillion.gigabyteSeconds): string => {
    const ms = waitingMs + (cpuMs * megabytesOfOneCore) / Math.min(megabytes, megabytesOfOneCore);
    const usd = (ms / 1000) * (megabytes / 1024) * perMillion.gigabyteSeconds[architecture] + perMillion.requests;
    return `${megabytes} MB ${ms.toFixed(0)} ms USD ${usd.toFixed(2)}`;
  };
  console.log(`  by memory, per million  ${sizes.map((megabytes) => cell(megabytes, 'arm64')).join(', ')}`);
  const { arm64, x86_64: x86 } = perMillion.gigabyteSeconds;
  // Waiting takes as long on both, so a run on arm64 may take more CPU time than the ratio of the prices.
  const breakEven = ((waitingMs + cpuMs) * (x86 / arm64) - waitingMs) / cpuMs;
  const equal = `as expensive as arm64 with ${breakEven.toFixed(2)} times the CPU time`;
  console.log(`  on x86_64               ${cell(megabytesOfOneCore, 'x86_64')}, ${equal}`);
}
