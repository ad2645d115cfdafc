type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether a browser prefetches or prerenders the URL, which its user may never open. Also true for the navigation
 * preload of an earlier service worker: the browser discards that reply and sends the request again.
 */
export function isFetchedAhead(headers: Headers): boolean {
  if (headers['service-worker-navigation-preload'] !== undefined) return true;
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ');
  return /\b(?:prefetch|prerender|preview)\b/i.test(purpose);
}
