import { encode } from 'uqr';

/** Dark on light in both themes, with the margin that scanners need. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <figure aria-label={name}>
      <svg aria-hidden className="block h-auto w-full" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
        <rect fill="#fff" height={size} width={size} />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  );
}
