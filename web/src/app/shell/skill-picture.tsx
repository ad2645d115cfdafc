export function SkillPicture({ name, active }: { name: string; active: boolean }) {
  return (
    <figure>
      <svg
        aria-hidden="true"
        className="w-full rounded-lg border border-border bg-canvas"
        fill="none"
        viewBox="0 0 400 134"
      >
        <g stroke="var(--border)" strokeWidth="1.5">
          <path d="M0 112h400" />
        </g>
        <rect fill="var(--accent)" height="46" rx="12" width="64" x="64" y="42" />
        <path d="M82 86v15.5c0 1.3 1.5 2 2.5 1.2L102 88Z" fill="var(--accent)" />
        <path
          d="M82 60v10M89 54v22M96 58v14M103 52v26M110 61v8"
          stroke="var(--on-accent)"
          strokeLinecap="round"
          strokeWidth="3"
        />
        <path d="M146 66h70" stroke="var(--control)" strokeDasharray="1 9" strokeLinecap="round" strokeWidth="3" />
        <path
          d="m224 59 8 7-8 7"
          stroke="var(--control)"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="3"
        />
        <ellipse cx="299" cy="112" fill="var(--sunken)" rx="56" ry="5" />
        <path
          d="M252 74a47 47 0 0 1 94 0v12c0 15-21 26-47 26s-47-11-47-26Z"
          fill="var(--raised)"
          stroke="var(--control)"
          strokeWidth="2"
        />
        <path
          d="M258 90c4 9 20 15 41 15s37-6 41-15"
          stroke={active ? 'var(--info)' : 'var(--border)'}
          strokeLinecap="round"
          strokeWidth="5"
        />
        <g fill="var(--control)">
          <circle cx="283" cy="52" r="2" />
          <circle cx="299" cy="48" r="2" />
          <circle cx="315" cy="52" r="2" />
          <circle cx="275" cy="65" r="2" />
          <circle cx="291" cy="62" r="2" />
          <circle cx="307" cy="62" r="2" />
          <circle cx="323" cy="65" r="2" />
        </g>
      </svg>
      <figcaption className="sr-only">{name}</figcaption>
    </figure>
  );
}
