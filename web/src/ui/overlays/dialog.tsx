import { X } from 'lucide-react';
import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { IconButton } from '../buttons/icon-button.tsx';
import { useFocusReturn } from './give-focus-back.ts';
import { useBackCloses } from './use-back-closes.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Escape and a tap outside do not close it. */
  held?: boolean;
  /** Only its buttons close it, so that Back does not lose what is shown only once. */
  buttonsOnly?: boolean;
  /** Cannot be closed while a change is in progress. */
  locked?: boolean;
  wide?: boolean;
  /** The top stays in place when the content grows or shrinks. On a phone, it always does. */
  steady?: boolean;
  /** Focuses the title first, because the fields come after text to read. */
  startsAtTop?: boolean;
  /** Receives the focus at the end, for one of several dialogs in a sequence. */
  returnTo?: HTMLElement | undefined;
};

export function Dialog({ open, onClose, title, description, children, footer, ...how }: DialogProps) {
  const { held, buttonsOnly, locked, wide, steady, startsAtTop, returnTo } = how;
  const { t } = useTranslation();
  const focus = useFocusReturn({ start: startsAtTop ? 'top' : 'field', returnTo });
  useBackCloses(open, { close: onClose, locked: locked || buttonsOnly, held });
  const keep = (event: Event) => (held || buttonsOnly || locked) && event.preventDefault();
  return (
    <Root onOpenChange={(next) => !next && !locked && onClose()} open={open}>
      <Portal>
        <Overlay className={dialogOverlay(steady)}>
          <Content
            {...focus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={dialogBox(wide)}
            onEscapeKeyDown={keep}
            onInteractOutside={keep}
          >
            <div className="flex items-start justify-between gap-4 px-6 pt-6">
              <Title className="min-w-0 text-lg font-semibold text-balance wrap-anywhere">{title}</Title>
              <div className="-mt-1 -mr-2">
                <IconButton
                  aria-disabled={locked || undefined}
                  icon={<X aria-hidden size={18} />}
                  name={t('common.close')}
                  onClick={onClose}
                />
              </div>
            </div>
            <div className="px-6 pb-6">
              {description && (
                <Description asChild>
                  <div className="mt-1 text-muted text-pretty wrap-anywhere">{description}</div>
                </Description>
              )}
              {children && <div className="mt-5">{children}</div>}
            </div>
            {footer && <DialogFooter>{footer}</DialogFooter>}
          </Content>
        </Overlay>
      </Portal>
    </Root>
  );
}

/** On a phone, dialogs start at the top, so that a toast covers neither their title nor the button that closes them. */
export const dialogOverlay = (steady = false): string =>
  `data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out fixed inset-0 z-40 grid items-start justify-items-center overflow-y-auto bg-scrim p-4 max-sm:pt-[max(1rem,env(safe-area-inset-top))] ${steady ? 'sm:pt-[12vh]' : 'sm:items-center'}`;

export const dialogBox = (wide = false): string =>
  `data-[state=open]:animate-dialog-in data-[state=closed]:animate-dialog-out relative w-full rounded-xl border border-border bg-raised text-text shadow-float focus:outline-none ${wide ? 'max-w-2xl' : 'max-w-md'}`;

/** On a phone the buttons stack, with the main one on top. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 rounded-b-xl border-t border-border px-6 py-4 sm:flex-row sm:justify-end">
      {children}
    </div>
  );
}
