import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Spinner } from '../spinner.tsx';

/** Milliseconds until the spinner shows; the screen is blocked from the start. */
export const overlayDelay = 200;

/**
 * Blocks pointer and keys during a mutation or the first load of a page, except with `meta: { quiet: true }`. The focus
 * stays in place.
 */
export function BlockingOverlay() {
  const loading = useIsFetching({ predicate: ({ meta, state }) => !meta?.quiet && state.status === 'pending' });
  const changing = useIsMutating({ predicate: ({ meta }) => !meta?.quiet });
  return loading + changing > 0 ? <Block /> : <output className="sr-only" />;
}

function Block() {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), overlayDelay);
    const swallow = (event: KeyboardEvent) => {
      // Browser shortcuts and function keys still work.
      if (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', swallow, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', swallow, true);
    };
  }, []);

  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-auto fixed inset-0 z-50 grid cursor-progress place-items-center"
        data-blocking=""
        onPointerDown={(event) => event.preventDefault()}
      >
        {visible && (
          <div className="animate-fade-in grid size-14 place-items-center rounded-lg border border-border bg-raised text-accent-text shadow-float">
            <Spinner size={24} />
          </div>
        )}
      </div>
      <output className="sr-only">{visible && t('common.loading')}</output>
    </>
  );
}
