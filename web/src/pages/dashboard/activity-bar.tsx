import type { DailyRuns } from './daily-runs.ts';

/** Pixels; a day with any run shows at least `least`. */
export const barHeight = 128;
const least = 3;
const gap = 2;

type BarProps = {
  day: DailyRuns;
  index: number;
  of: number;
  top: number;
  dim: boolean;
};

export function Bar({ day: { sent, maybe = 0, failed, ran }, index, of, top, dim }: BarProps) {
  const slot = 100 / of;
  const tall = (count: number) => (count === 0 ? 0 : Math.max(least, (count / top) * barHeight));
  const bar = { x: `${(index + 0.2) * slot}%`, width: `${slot * 0.6}%`, rx: 3 };
  const above = [
    { colour: 'fill-warning', height: tall(maybe) },
    { colour: 'fill-danger-solid', height: tall(failed) },
  ].filter(({ height }) => height > 0);
  // With the smallest heights a full bar could rise over the top.
  const base = Math.min(tall(sent), barHeight - above.reduce((sum, { height }) => sum + height, 0));
  let y = barHeight - base;
  return (
    <g className={`transition-opacity duration-120 ${dim ? 'opacity-40' : ''}`}>
      {base > 0 && <rect {...bar} className="fill-accent" height={base} y={y} />}
      {ran > 0 && (
        <rect
          {...bar}
          className="fill-success"
          height={Math.min(tall(ran), base)}
          y={barHeight - Math.min(tall(ran), base)}
        />
      )}
      {above.map(({ colour, height }) => {
        const below = y < barHeight ? gap : 0;
        y -= height;
        return <rect key={colour} {...bar} className={colour} height={Math.max(least, height - below)} y={y} />;
      })}
    </g>
  );
}
