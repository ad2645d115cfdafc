export const messageLimits = { maxAgeMs: 120_000, maxAheadMs: 60_000, maxLetters: 160 } as const;

type Message = {
  origin: 'member' | 'own_phone' | 'own_api';
  text: string;
  hasMedia: boolean;
  sentAt: Date;
};

export type WhyNotAnswer = 'ownMessage' | 'old' | 'ahead' | 'media' | 'empty' | 'long';

/** Late messages must not fire hours later. */
export function whyNotAnswer({ origin, text, hasMedia, sentAt }: Message, now: Date): WhyNotAnswer | undefined {
  if (origin === 'own_api') return 'ownMessage';
  const age = now.getTime() - sentAt.getTime();
  if (age > messageLimits.maxAgeMs) return 'old';
  if (-age > messageLimits.maxAheadMs) return 'ahead';
  if (hasMedia) return 'media';
  const { length } = Array.from(text.trim());
  if (length === 0) return 'empty';
  return length > messageLimits.maxLetters ? 'long' : undefined;
}
