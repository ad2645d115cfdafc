import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';

import { hashOf } from '../hashes.ts';
import type { OpenPlatform } from './request-context.ts';

/**
 * A hash of the caller's network, for rate limits; never log it. Only the CDN's header is trusted, so it is undefined
 * without a CDN. All unreadable addresses have the same hash.
 */
export async function viewerPlace(
  { originSecret }: Pick<OpenPlatform, 'originSecret'>,
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
): Promise<string | undefined> {
  const secret = await originSecret();
  return secret && hashOf(`${secret.value} ${networkOf(headers['x-viewer-address'] ?? '')}`);
}

/** Address of the caller. Only the CDN's header is trusted, so it is undefined without a CDN. */
export const viewerAddress = (
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
  originSecret: object | undefined,
): string | undefined => originSecret && headers['x-viewer-address'];

/**
 * The IPv4 address, or the /64 of an IPv6 address, which is what a household gets. Empty if the text is not an address.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (ipv4.safeParse(plain).success) return plain;
  if (!ipv6.safeParse(plain).success) return '';
  // The URL parser normalises the notation of an address.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const [ipv4, ipv6] = [z.ipv4(), z.ipv6()];

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
