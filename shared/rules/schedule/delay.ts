const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const mostMs = 7 * unitMs.d;

/** Converts `15m`, `2h` or `1d` to ms, from one minute to seven days; returns undefined for anything else. */
export function delayMs(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/i.exec(text.trim()) ?? [];
  const ms = Number(count) * (unit === undefined ? Number.NaN : unitMs[unitOf(unit)]);
  return ms <= mostMs ? ms : undefined;
}

const unitOf = (letter: string): keyof typeof unitMs => {
  const lower = letter.toLowerCase();
  return lower === 'h' || lower === 'd' ? lower : 'm';
};
