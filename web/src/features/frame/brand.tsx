export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="shrink-0" fill="none" height={size} viewBox="0 0 32 32" width={size}>
      <rect fill="var(--accent)" height="32" rx="9" width="32" />
      <path
        d="M7 10.2A3.2 3.2 0 0 1 10.2 7h11.6A3.2 3.2 0 0 1 25 10.2v7.6a3.2 3.2 0 0 1-3.2 3.2H16.5l-4.7 4c-.6.5-1.5.1-1.5-.7V21A3.2 3.2 0 0 1 7 17.8Z"
        fill="var(--on-accent)"
      />
      <path d="M12 12.4v3.2M16 10.8v6.4M20 12.4v3.2" stroke="var(--accent)" strokeLinecap="round" strokeWidth="1.7" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-base font-semibold tracking-tight">
      <BrandMark />
      Recado
    </span>
  );
}
