/**
 * Version 5, lowest error correction: 37 by 37 modules, up to 106 bytes, one block.
 * https://www.iso.org/standard/83389.html
 */
const SIZE = 37;
const DATA_BYTES = 108;
const CHECK_BYTES = 26;
const ALIGNMENT = 30;
const BYTE_MODE = 0b0100;

export const QR_CODE_SIZE = SIZE;

/** Throws if the text is longer than 106 bytes. */
export function qrCode(text: string): boolean[][] {
  const grid = emptyGrid();
  const fixed = drawFixed(grid);
  const data = codewords(Buffer.from(text, 'utf8'));
  drawData(grid, fixed, [...data, ...checkBytes(data)]);
  return grid;
}

const emptyGrid = (): boolean[][] => Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => false));

function codewords(bytes: Uint8Array): number[] {
  if (bytes.length > DATA_BYTES - 2) throw new Error(`${bytes.length} bytes do not fit into this QR code`);
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, DATA_BYTES * 8 - bits.length));
  const words = Array.from({ length: Math.ceil(bits.length / 8) }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  );
  for (let pad = 0; words.length < DATA_BYTES; pad += 1) words.push(pad % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** Multiplication in the field of 256 elements that QR codes use. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** Reed-Solomon check bytes. */
function checkBytes(data: readonly number[]): number[] {
  const divisor: number[] = Array.from({ length: CHECK_BYTES }, (_, i) => (i === CHECK_BYTES - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < CHECK_BYTES; i += 1) {
    for (let j = 0; j < CHECK_BYTES; j += 1) divisor[j] = times(divisor[j] ?? 0, root) ^ (divisor[j + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, i) => (rest[i] = (rest[i] ?? 0) ^ times(coefficient, factor)));
  }
  return rest;
}

/** Returns true for modules without data. */
function drawFixed(grid: boolean[][]): boolean[][] {
  const fixed = emptyGrid();
  const set = (x: number, y: number, dark: boolean): void => {
    const [row, fixedRow] = [grid[y], fixed[y]];
    if (!row || !fixedRow || x < 0 || x >= SIZE) return;
    row[x] = dark;
    fixedRow[x] = true;
  };
  for (let i = 0; i < SIZE; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3] as const, [SIZE - 4, 3] as const, [3, SIZE - 4] as const]) square(set, x, y, 4, [2, 4]);
  square(set, ALIGNMENT, ALIGNMENT, 2, [1]);
  drawFormat(set);
  return fixed;
}

type Set = (x: number, y: number, dark: boolean) => void;

function square(set: Set, x: number, y: number, radius: number, light: readonly number[]): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

/** Draws the format information (lowest correction, mask 0) twice. */
function drawFormat(set: Set): void {
  const data = 0b01000;
  let rest = data;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(SIZE - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, SIZE - 15 + i, bit(i));
  set(8, SIZE - 8, true);
}

/** Fills columns of two modules from the right, alternating up and down, with mask 0. */
function drawData(grid: boolean[][], fixed: readonly boolean[][], bytes: readonly number[]): void {
  let at = 0;
  for (let right = SIZE - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const upward = ((right + (right < 6 ? 2 : 1)) & 2) === 0;
    for (let step = 0; step < SIZE; step += 1) {
      const y = upward ? SIZE - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (!row || fixed[y]?.[x]) continue;
        const dark = (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        row[x] = dark !== ((x + y) % 2 === 0);
        at += 1;
      }
    }
  }
}
