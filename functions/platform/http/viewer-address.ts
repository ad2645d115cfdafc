import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';

import { hashOf } from '../hashes.ts';
import type { OpenPlatform } from './visit.ts';

/**
 * Where a request comes from, as a hash that nobody can turn back: to count by, never to log. The CDN says it, and is
 * believed only where it also shows our secret (which `throughTheFront` has checked); without a CDN nobody can tell, and
 * it is undefined. Requests whose address cannot be read count as one place.
 */
export async function viewerPlace(
  { originSecret }: Pick<OpenPlatform, 'originSecret'>,
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
): Promise<string | undefined> {
  const secret = await originSecret();
  return secret && hashOf(`${secret.value} ${networkOf(headers['x-viewer-address'] ?? '')}`);
}

/** The address; of IPv6 the /64, which is what one household or server gets. Empty for what is no address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (ipv4.safeParse(plain).success) return plain;
  if (!ipv6.safeParse(plain).success) return '';
  // Addresses have many spellings; that of a URL has no capitals, no leading zeros and no IPv4 at its end.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const [ipv4, ipv6] = [z.ipv4(), z.ipv6()];

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
