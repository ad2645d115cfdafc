import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';
import { Notice } from '../notice.tsx';
import { RestoreFocus } from '../restore-focus.tsx';

type LoadFailedProps = { title: string; text?: string; busy?: boolean; retry: () => void };

export function LoadFailed({ title, text, busy = false, retry }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <RestoreFocus>
      <Notice
        actions={
          <Button busy={busy} variant="secondary" onClick={retry} size="small">
            {t('common.retry')}
          </Button>
        }
        live
        title={title}
        tone="danger"
      >
        {text}
      </Notice>
    </RestoreFocus>
  );
}
