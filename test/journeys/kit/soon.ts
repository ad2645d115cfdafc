export const soon = { timeout: 10_000, interval: 40 };
