/** Pixels; a day with any run shows at least `least`. */
export const barHeight = 128;
const least = 3;

type BarProps = {
  sent: number;
  failed: number;
  ran: number;
  index: number;
  of: number;
  top: number;
  dim: boolean;
};

export function Bar({ index, of, top, dim, ...runs }: BarProps) {
  const slot = 100 / of;
  const tall = (count: number) => (count === 0 ? 0 : Math.max(least, (count / top) * barHeight));
  const [sent, failed, ran] = [tall(runs.sent), tall(runs.failed), tall(runs.ran)];
  const bar = { x: `${(index + 0.2) * slot}%`, width: `${slot * 0.6}%`, rx: 3 };
  // With the smallest heights a full bar could rise over the top.
  const base = Math.min(sent, barHeight - failed);
  const gap = base > 0 && failed > 0 ? 2 : 0;
  return (
    <g className={`transition-opacity duration-120 ${dim ? 'opacity-40' : ''}`}>
      {base > 0 && <rect {...bar} className="fill-accent" height={base} y={barHeight - base} />}
      {ran > 0 && (
        <rect {...bar} className="fill-success" height={Math.min(ran, base)} y={barHeight - Math.min(ran, base)} />
      )}
      {failed > 0 && (
        <rect
          {...bar}
          className="fill-danger-solid"
          height={Math.max(least, failed - gap)}
          y={barHeight - base - failed}
        />
      )}
    </g>
  );
}
