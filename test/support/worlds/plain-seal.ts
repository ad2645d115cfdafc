import type { Seal } from '#functions/platform/secrets/seal.ts';

export const plainSeal: Seal = {
  seal: (plain) => Promise.resolve(plain),
  open: (sealed) => Promise.resolve(sealed),
  currentKey: () => Promise.resolve('plain'),
  keyOf: () => 'plain',
  needsResealing: () => Promise.resolve(false),
};
