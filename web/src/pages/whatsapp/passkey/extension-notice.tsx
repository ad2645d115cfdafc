import { ExternalLink } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { findExtension } from './extension.ts';
import { type ExtensionSearch, useExtension } from './use-extension.ts';

/** Waits for the result of the first search, so that it renders only once. */
export async function noticeHere(): Promise<ComponentType> {
  const known = await findExtension();
  return function NoticeHere() {
    return <ExtensionNotice at="card" {...useExtension(known)} />;
  };
}

type ExtensionNoticeProps = ExtensionSearch & {
  at:
    /** Before a number is connected. */
    | 'card'
    /** When WhatsApp asks for the passkey. */
    | 'dialog';
};

/** Renders nothing if the extension was installed from the beginning. */
export function ExtensionNotice({ at, extension, busy, repeated, look }: ExtensionNoticeProps) {
  const { t } = useTranslation();
  const result = useRef<HTMLDivElement>(null);
  const found = extension?.found ?? false;
  useEffect(() => {
    // The clicked button has disappeared.
    if (found && repeated) result.current?.focus();
  }, [found, repeated]);
  if (!extension || (found && !repeated)) return null;
  const { browser, storePage } = extension;
  if (found)
    return (
      <div ref={result} tabIndex={-1}>
        <Notice live title={t('passkey.found.title')} tone="success">
          {t('passkey.found.text')}
        </Notice>
      </div>
    );
  if (browser === 'phone' || browser === 'other')
    return (
      <Notice title={t(`passkey.${at}.${browser}.title`)} tone="info">
        {t(`passkey.${at}.${browser}.text`)}
      </Notice>
    );
  const missed = repeated && !busy;
  return (
    <Notice title={t(`passkey.${at}.extension.title`)} tone="info">
      {t(`passkey.${at}.extension.text`)}
      <output className="mt-1 block font-medium text-text empty:hidden">
        {missed && t('passkey.extension.missed')}
      </output>
      <div className="mt-3 flex flex-wrap gap-2">
        <a className={buttonClass('secondary', 'small')} href={storePage} rel="noopener noreferrer" target="_blank">
          {t('passkey.extension.get')}
          <ExternalLink aria-hidden size={14} />
          <span className="sr-only">({t('common.newTab')})</span>
        </a>
        <Button busy={busy} onClick={look} size="small" variant="secondary">
          {t('passkey.extension.look')}
        </Button>
        {missed && (
          <Button onClick={() => window.location.reload()} size="small" variant="secondary">
            {t('passkey.extension.reload')}
          </Button>
        )}
      </div>
    </Notice>
  );
}
