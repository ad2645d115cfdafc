export const soon = { timeout: 30_000, interval: 40 };
