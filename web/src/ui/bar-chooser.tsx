import type { PointerEvent } from 'react';

export function barUnder({ clientX, currentTarget }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
}

type BarChooserProps = {
  label: string;
  count: number;
  chosen: number;
  text: string;
  choose: (index: number | undefined) => void;
  /** Called on Enter. */
  open?: (index: number) => void;
};

/**
 * Makes bars accessible to keyboards and screen readers: an invisible slider whose focus ring is drawn around the bars.
 */
export function BarChooser({ label, count, chosen, text, choose, open }: BarChooserProps) {
  return (
    <input
      aria-label={label}
      aria-valuetext={text}
      className="peer pointer-events-none absolute inset-0 size-full opacity-0"
      max={count - 1}
      min={0}
      onBlur={() => choose(undefined)}
      onChange={({ target }) => choose(Number(target.value))}
      onFocus={() => choose(chosen)}
      onKeyDown={({ key }) => key === 'Enter' && open?.(chosen)}
      type="range"
      value={chosen}
    />
  );
}
