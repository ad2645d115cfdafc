import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';

import { hashOf } from '../hashes.ts';
import type { OpenPlatform } from './request-context.ts';

/**
 * A hash to count by, never to log. Only the CDN's header is believed; undefined without a CDN. Unreadable addresses
 * count as one.
 */
export async function viewerPlace(
  { originSecret }: Pick<OpenPlatform, 'originSecret'>,
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
): Promise<string | undefined> {
  const secret = await originSecret();
  return secret && hashOf(`${secret.value} ${networkOf(headers['x-viewer-address'] ?? '')}`);
}

/** Of the caller; only the CDN's header is believed, so undefined without a CDN. */
export const viewerAddress = (
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
  originSecret: object | undefined,
): string | undefined => originSecret && headers['x-viewer-address'];

/** Of IPv6 the /64, which is what one household gets; empty for no address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (ipv4.safeParse(plain).success) return plain;
  if (!ipv6.safeParse(plain).success) return '';
  // A URL normalises the spellings of an address.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const [ipv4, ipv6] = [z.ipv4(), z.ipv6()];

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
