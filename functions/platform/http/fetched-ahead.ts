type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a browser prefetches or prerenders the URL, which its user may never open. */
export function isFetchedAhead(headers: Headers): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ');
  return /\b(?:prefetch|prerender|preview)\b/i.test(purpose);
}
