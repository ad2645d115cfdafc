import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { userKey } from '#web/api/use-session.ts';

/** Number of reads after a checkout, and the milliseconds between them: 20 s in total. */
export const confirmationPolls = 5;
export const confirmationEvery = 4_000;

export type Confirmation = 'none' | 'waiting' | 'late' | 'confirmed';

type Facts = {
  success: boolean;
  live: boolean | undefined;
  ask: () => Promise<unknown>;
  onConfirmed: () => void;
};

/** Stripe may confirm late, so this polls a few times, and then only when the user asks. */
export function useConfirmation({ success, live, ask, onConfirmed }: Facts): [Confirmation, again: () => void] {
  const queries = useQueryClient();
  const [asked, setAsked] = useState(0);
  const waiting = success && live === false && asked < confirmationPolls;

  useEffect(() => {
    if (!waiting) return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      void ask().finally(() => {
        if (!gone) setAsked((times) => times + 1);
      });
    }, confirmationEvery);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // `ask` is a new function on each render but does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting, asked]);

  const confirmed = success && live === true;
  useEffect(() => {
    if (!confirmed) return;
    void queries.invalidateQueries({ queryKey: userKey });
    onConfirmed();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [confirmed, queries]);

  const again = () => setAsked(0);
  if (!success || live === undefined) return ['none', again];
  return [live ? 'confirmed' : waiting ? 'waiting' : 'late', again];
}
