import { crc32, deflateSync } from 'node:zlib';

const SCALE = 7;
const QUIET = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** https://www.w3.org/TR/png-3/ */
export function png(modules: readonly (readonly boolean[])[]): Buffer {
  const side = (modules.length + 2 * QUIET) * SCALE;
  const rows = Array.from({ length: side }, (_, y) => row(modules[Math.floor(y / SCALE) - QUIET], side));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, greyscale.
  header.writeUInt8(1, 8);
  const image = deflateSync(Buffer.concat(rows));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

/** Unfiltered; a set bit is white. */
function row(modules: readonly boolean[] | undefined, side: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(side / 8), 0xff);
  line[0] = 0;
  for (let x = 0; x < side; x += 1) {
    if (!modules?.[Math.floor(x / SCALE) - QUIET]) continue;
    const at = 1 + (x >> 3);
    line[at] = (line[at] ?? 0) & ~(0x80 >> (x & 7));
  }
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
