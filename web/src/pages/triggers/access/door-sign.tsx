import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { useTranslation } from '#web/i18n/use-translation.ts';

/** Only visible in print: a light page with nothing else on it. */
const onPaper = `
.door-sign { display: none; }
@media print {
  @page { margin: 15mm; }
  html, html.dark, body { background: #fff; color: #000; color-scheme: light; }
  body > :not(.door-sign) { display: none !important; }
  .door-sign { display: block; text-align: center; color: #000; }
  .door-sign h1 { font-size: 32pt; line-height: 1.15; font-weight: 600; overflow-wrap: anywhere; }
  .door-sign-code { width: 100mm; max-width: 100%; margin: 12mm auto; }
  .door-sign p { font-size: 16pt; line-height: 1.4; }
  .door-sign .door-sign-end { margin-top: 4mm; font-size: 12pt; }
}`;

type DoorSignProps = { title: string; code: ReactNode; until: string | undefined };

export function DoorSign({ title, code, until }: DoorSignProps) {
  const { t } = useTranslation();
  return createPortal(
    <div className="door-sign">
      <style>{onPaper}</style>
      <h1>{title}</h1>
      <div className="door-sign-code">{code}</div>
      <p>{t('access.handed.scan')}</p>
      {until !== undefined && until !== '' && <p className="door-sign-end">{until}</p>}
    </div>,
    document.body,
  );
}
