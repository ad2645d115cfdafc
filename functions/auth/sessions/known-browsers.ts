import type { KnownBrowsers } from '#functions/data/people/browser-store.ts';
import { sameText } from '#functions/platform/hashes.ts';

export const maxKnownBrowsers = 20;
/** Per UTC day. */
export const maxMailsPerDay = 5;

type Visit = {
  browserHash: string;
  now: Date;
  /** Needs no mail: the user's very first sign-in, or a browser with a session of an older version. */
  isExpected: boolean;
};

/** Returns the known browsers after a sign-in, and whether to send a mail. */
export function afterSignIn(
  known: KnownBrowsers | undefined,
  { browserHash, now, isExpected }: Visit,
): { after: KnownBrowsers; mails: boolean } {
  const seenAt = now.toISOString();
  const day = seenAt.slice(0, 10);
  const count = known?.mails.day === day ? known.mails.count : 0;
  const others = (known?.browsers ?? []).filter(({ hash }) => !sameText(hash, browserHash));
  const isNew = !isExpected && others.length === (known?.browsers ?? []).length;
  const mails = isNew && count < maxMailsPerDay;
  // A new browser stays unknown when the day's mails are used up, so that its mail is sent on another day.
  const kept = isNew && !mails ? [] : [{ hash: browserHash, seenAt }];
  return {
    after: {
      browsers: [...kept, ...others].slice(0, maxKnownBrowsers),
      mails: { day, count: count + (mails ? 1 : 0) },
    },
    mails,
  };
}

/** Forgets browsers, so that their next sign-in counts as new. */
export const without = (known: KnownBrowsers, isForgotten: (browserHash: string) => boolean): KnownBrowsers => ({
  ...known,
  browsers: known.browsers.filter(({ hash }) => !isForgotten(hash)),
});
