import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { usePhone } from '../connection/use-phone.ts';

type TypeCodeProps = { code: string; phone: string; onNumber: () => void; onQrCode: () => void };

/** Can be copied, because WhatsApp is often on the same phone as this page. */
export function TypeCode({ code, phone, onNumber, onQrCode }: TypeCodeProps) {
  const { t } = useTranslation();
  const written = usePhone(phone);
  return (
    <div className="grid items-center gap-x-8 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid justify-items-center gap-4">
        <output className="rounded-lg bg-sunken px-6 py-5 font-mono text-2xl font-semibold tracking-widest whitespace-nowrap">
          <span className="sr-only">{t('pairing.compare.code')}: </span>
          {code}
        </output>
        <CopyButton compact label={t('pairing.typed.copy')} name={t('pairing.typed.copy')} text={code} />
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <span className="tabular-nums">{written}</span>
          <Button size="small" variant="ghost" onClick={onNumber}>
            {t('pairing.typed.change')}
          </Button>
        </div>
        <output className="flex items-center gap-2 text-muted">
          <Spinner />
          {t('pairing.waiting')}
        </output>
      </div>
      <div>
        <h3 className="font-semibold">{t('pairing.typed.instruction')}</h3>
        <div className="mt-3">
          <NumberedSteps
            steps={[
              { text: t('pairing.step1') },
              { text: t('pairing.step2') },
              { text: t('pairing.typed.step3') },
              { text: t('pairing.typed.step4') },
            ]}
          />
        </div>
        <div className="mt-4 max-sm:grid">
          <Button size="small" variant="secondary" onClick={onQrCode}>
            {t('pairing.byQrCode')}
          </Button>
        </div>
      </div>
    </div>
  );
}
