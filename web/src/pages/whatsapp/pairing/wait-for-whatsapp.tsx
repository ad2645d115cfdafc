import { useEffect, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { stalledAfter } from './pairing-times.ts';

/** WhatsApp may accept a response and then do nothing. https://github.com/devlikeapro/waha/issues/2227 */
export function WaitForWhatsApp({ text, onAgain }: { text: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const [stalled, setStalled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStalled(true), stalledAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid w-full gap-5 text-left">
      <output className="flex items-center justify-center gap-2 py-4 text-muted">
        <Spinner />
        {text}
      </output>
      <div aria-live="polite">
        {stalled && (
          <Notice
            actions={
              <Button onClick={onAgain} size="small" variant="secondary">
                {t('pairing.startAgain')}
              </Button>
            }
            title={t('pairing.stalled.title')}
            tone="warning"
          >
            {t('pairing.stalled.text')}
          </Notice>
        )}
      </div>
    </div>
  );
}
