import type { Locator } from '@playwright/test';
import qr from 'jsqr';

const side = 320;

/** Decodes a QR code that is drawn as SVG, as a camera would. */
export async function readCode(code: Locator): Promise<string | undefined> {
  const signs = await code.locator('svg').evaluate(async (svg, size) => {
    const drawn = new XMLSerializer().serializeToString(svg);
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn.replace('<svg', `<svg width="${size}" height="${size}"`))}`;
    await picture.decode();
    const context = new OffscreenCanvas(size, size).getContext('2d');
    context?.drawImage(picture, 0, 0, size, size);
    const { data } = context?.getImageData(0, 0, size, size) ?? { data: [] };
    // One character per pixel, because Playwright takes long to return a long array.
    return Array.from({ length: size * size }, (_, pixel) => ((data[pixel * 4] ?? 0) < 128 ? '#' : ' ')).join('');
  }, side);
  const rgba = Array.from(signs, (sign) => (sign === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat();
  return qr.default(Uint8ClampedArray.from(rgba), side, side)?.data;
}
