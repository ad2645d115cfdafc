export function whenStarterIsGone(gone: () => void): void;
