/** `other`: a computer's browser without an extension that signs. */
export type BrowserKind = 'chromium' | 'firefox' | 'phone' | 'other';

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

export function browserKind({ userAgent, maxTouchPoints }: Browser): BrowserKind {
  // An iPad calls itself a Macintosh.
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
    return 'phone';
  // Before Chromium, because Firefox has `window.chrome` too.
  if (/Firefox/i.test(userAgent)) return 'firefox';
  return /Chrom(?:e|ium)\//i.test(userAgent) ? 'chromium' : 'other';
}
