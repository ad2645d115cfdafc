import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { imageOf } from './pairing.ts';

/** Shows the code on white with a quiet zone in both themes, because many scanners cannot read an inverted code. */
export function ScanCode({ qrcode, onNumber }: { qrcode: string | undefined; onNumber: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid items-center gap-x-8 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid justify-items-center gap-4">
        {qrcode ? (
          <div className="grid place-items-center border-border bg-white py-6 max-sm:-mx-6 max-sm:justify-self-stretch sm:rounded-lg sm:border sm:px-6">
            <img
              alt={t('pairing.alt')}
              className="block size-66 [image-rendering:pixelated]"
              height={264}
              src={imageOf(qrcode)}
              width={264}
            />
          </div>
        ) : (
          <div
            aria-hidden
            className="grid h-78 place-items-center border-border bg-sunken text-accent-text max-sm:-mx-6 max-sm:justify-self-stretch sm:h-78.5 sm:w-78.5 sm:rounded-lg sm:border"
          >
            <Spinner size={28} />
          </div>
        )}
        <output className="flex items-center gap-2 text-muted">
          {qrcode && <Spinner />}
          {qrcode ? t('pairing.waiting') : t('pairing.starting')}
        </output>
      </div>
      <div>
        <h3 className="font-semibold">{t('pairing.instruction')}</h3>
        <div className="mt-3">
          <NumberedSteps
            steps={[{ text: t('pairing.step1') }, { text: t('pairing.step2') }, { text: t('pairing.step3') }]}
          />
        </div>
        {/* Wider than the text above on a phone, for the Portuguese label. */}
        <div className="mt-4 max-sm:-mx-3 max-sm:grid">
          <Button size="small" variant="secondary" onClick={onNumber}>
            {t('pairing.byNumber')}
          </Button>
        </div>
      </div>
    </div>
  );
}
