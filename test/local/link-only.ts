type Hop = (to: string, sent?: { method: string; body: unknown }) => Promise<{ url: string; location: string | null }>;

const linkingScope = 'alexa::skills:account_linking';
const maxHops = 12;

/** Links the account and declines the consent to enable the skill. Resolves to the final address. */
export async function linkOnly(hop: Hop, start: string): Promise<URL> {
  let { url, location } = await hop(start);
  for (let hops = 0; hops < maxHops; hops += 1) {
    if (location === null) return new URL(url);
    const to = new URL(location, url);
    const isConsent = to.searchParams.get('scope') === linkingScope;
    ({ url, location } = isConsent ? await sayNo(hop, to) : await hop(to.href));
  }
  throw new Error(`Linking did not finish from ${start}`);
}

const sayNo = (hop: Hop, consent: URL): ReturnType<Hop> =>
  hop(new URL('signin', consent).href, {
    method: 'POST',
    body: { request: consent.search.slice(1), answer: 'cancel' },
  });
