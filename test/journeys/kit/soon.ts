/** For `expect.poll`: what another process is about to do. */
export const soon = { timeout: 10_000, interval: 40 };
