/** Parses `203.0.113.0/24`, `2001:db8::/32` or a single address; returns undefined for anything else. */
function parseNetwork(text: string): { first: bigint; bits: bigint; size: bigint } | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const parsed = parseAddress(address);
  if (!parsed) return undefined;
  const bits = length === undefined ? parsed.size : BigInt(length);
  return bits > parsed.size ? undefined : { first: parsed.value, bits, size: parsed.size };
}

export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** Returns false for an unparsable address or network. */
export function isWithin(address: string, network: string): boolean {
  const [inside, range] = [parseAddress(address), parseNetwork(network)];
  if (!inside || !range || inside.size !== range.size) return false;
  const ignored = range.size - range.bits;
  return inside.value >> ignored === range.first >> ignored;
}

type Address = { value: bigint; size: 32n | 128n };

function parseAddress(text: string): Address | undefined {
  // Dual-stack sockets report IPv4 addresses in this form (IPv4-mapped).
  const mapped = /^::ffff:(?=[\d.]+$)/i.exec(text)?.[0] ?? '';
  const four = parseIpv4(text.slice(mapped.length));
  if (four !== undefined) return { value: four, size: 32n };
  const six = parseIpv6(text);
  return six === undefined ? undefined : { value: six, size: 128n };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return combineParts(parts.map(BigInt), 8n);
}

function parseIpv6(text: string): bigint | undefined {
  const sides = text.split('::');
  if (sides.length > 2) return undefined;
  const [left, right] = sides.map((side) => (side === '' ? [] : side.split(':')));
  const given = [...(left ?? []), ...(right ?? [])];
  if (!given.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined;
  const missing = 8 - given.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const parts = [...(left ?? []), ...Array.from({ length: right ? missing : 0 }, () => '0'), ...(right ?? [])];
  return combineParts(
    parts.map((part) => BigInt(`0x${part}`)),
    16n,
  );
}

const combineParts = (parts: readonly bigint[], bits: bigint): bigint =>
  parts.reduce((value, part) => (value << bits) | part, 0n);
