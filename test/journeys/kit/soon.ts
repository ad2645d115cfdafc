export const soon = { timeout: 60_000, interval: 40 };
