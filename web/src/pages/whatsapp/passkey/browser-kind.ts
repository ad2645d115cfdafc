export type BrowserKind =
  | 'chromium'
  | 'firefox'
  | 'phone'
  /** A desktop browser for which no signing extension exists. */
  | 'other';

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

export function browserKind({ userAgent, maxTouchPoints }: Browser): BrowserKind {
  // An iPad reports itself as a Macintosh.
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
    return 'phone';
  // Before Chromium, because Firefox also has `window.chrome`.
  if (/Firefox/i.test(userAgent)) return 'firefox';
  return /Chrom(?:e|ium)\//i.test(userAgent) ? 'chromium' : 'other';
}
