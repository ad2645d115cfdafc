import type { Language } from '#web/i18n/languages.ts';

export function Flag({ language, large = false }: { language: Language; large?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 rounded-[3px] ring-1 ring-text/15"
      height={large ? 20 : 14}
      viewBox="0 0 20 14"
      width={large ? 28.6 : 20}
    >
      {drawings[language]}
    </svg>
  );
}

const drawings: Record<Language, React.ReactNode> = {
  pt: (
    <>
      <path d="M0 0h20v14H0z" fill="#009b3a" />
      <path d="m10 1.6 8.2 5.4-8.2 5.4L1.8 7z" fill="#fedf00" />
      <circle cx="10" cy="7" fill="#002776" r="2.9" />
      <path d="M7.2 6.3c2-.4 4.2.2 5.6 1.5" fill="none" stroke="#fff" strokeWidth=".55" />
    </>
  ),
  en: (
    <>
      <path d="M0 0h20v14H0z" fill="#fff" />
      <path
        d="M0 .54h20M0 2.69h20M0 4.85h20M0 7h20M0 9.15h20M0 11.31h20M0 13.46h20"
        stroke="#b22234"
        strokeWidth="1.08"
      />
      <path d="M0 0h9v7.54H0z" fill="#3c3b6e" />
      <path
        d="M1.2 1.5h7M1.9 2.63h5.6M1.2 3.77h7M1.9 4.9h5.6M1.2 6.04h7"
        stroke="#fff"
        strokeDasharray=".5 .9"
        strokeWidth=".55"
      />
    </>
  ),
  es: (
    <>
      <path d="M0 0h20v14H0z" fill="#aa151b" />
      <path d="M0 3.5h20v7H0z" fill="#f1bf00" />
      <path d="M5 5.2h2.6v2.6a1.3 1.3 0 0 1-2.6 0z" fill="#aa151b" />
      <path d="M5.3 4.3h2" stroke="#aa151b" strokeWidth=".8" />
    </>
  ),
};
