/** The mark of the product: a message that rings. The same drawing is the favicon and stands in `index.html`. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="shrink-0" fill="none" height={size} viewBox="0 0 32 32" width={size}>
      <rect fill="var(--accent)" height="32" rx="9" width="32" />
      <path
        d="M9 10.5A2.5 2.5 0 0 1 11.5 8h9a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5H16l-4.2 3.6c-.5.4-1.3.1-1.3-.6V20A2.5 2.5 0 0 1 9 17.5Z"
        fill="var(--on-accent)"
      />
      <path d="M13 12.6v2.8M16 11.4v5.2M19 12.6v2.8" stroke="var(--accent)" strokeLinecap="round" strokeWidth="1.7" />
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
