import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { IconButton } from '../buttons/icon-button.tsx';
import { useFocusReturn } from './give-focus-back.ts';
import { useBackCloses } from './use-back-closes.ts';

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  side:
    /** The sidebar on small screens. */
    | 'left'
    /** A panel with details. */
    | 'right';
  /** The title is only read by screen readers; the children contain a heading and a close button. */
  bare?: boolean;
  /** The address decides whether it is open. */
  inAddress?: boolean;
};

export function Drawer({
  open,
  onClose,
  title,
  description,
  children,
  side,
  bare = false,
  inAddress = false,
}: DrawerProps) {
  const { t } = useTranslation();
  // Starts at the top: the first fields only filter the list below them.
  const focus = useFocusReturn({ start: 'top' });
  useBackCloses(open, { close: onClose, inAddress });
  return (
    <Root onOpenChange={(next) => !next && onClose()} open={open}>
      <Portal>
        <Overlay className="data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out fixed inset-0 z-30 bg-scrim" />
        <Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          data-drawer
          className={clsx(
            'fixed inset-y-0 z-30 flex flex-col overscroll-contain border-border bg-surface text-text shadow-float focus:outline-none',
            side === 'left'
              ? 'data-[state=open]:animate-drawer-in data-[state=closed]:animate-drawer-out left-0 w-64 border-r pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]'
              : 'data-[state=open]:animate-panel-in data-[state=closed]:animate-panel-out right-0 w-full max-w-lg border-l pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)]',
          )}
        >
          {bare ? (
            <Title className="sr-only">{title}</Title>
          ) : (
            <div className="flex items-start justify-between gap-4 border-b border-border py-4 pr-4 pl-6">
              <div className="min-w-0 py-1">
                <Title className="text-lg font-semibold text-balance wrap-anywhere">{title}</Title>
                {description && (
                  <Description asChild>
                    <div className="mt-0.5 text-muted wrap-anywhere">{description}</div>
                  </Description>
                )}
              </div>
              <IconButton icon={<X aria-hidden size={18} />} name={t('common.close')} onClick={onClose} />
            </div>
          )}
          <div className={clsx('min-h-0 grow overflow-y-auto', !bare && 'p-6')}>{children}</div>
        </Content>
      </Portal>
    </Root>
  );
}
