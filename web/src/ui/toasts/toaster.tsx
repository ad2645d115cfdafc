import { clsx } from 'clsx';
import { CircleAlert, X } from 'lucide-react';
import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { useRef } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { buttonClass } from '../buttons/button.tsx';
import { giveFocusBack } from '../overlays/give-focus-back.ts';
import { closeTopOverlay } from '../overlays/use-back-closes.ts';
import {
  dismissToast,
  offerDuration,
  type Toast,
  toastDuration,
  toastSwipeThreshold,
  useToasts,
} from './toast-store.ts';

/**
 * The timer pauses while the toast is hovered, focused or in a hidden tab. Escape, its button or a swipe to the right
 * dismiss it, and F8 focuses it. `duration` is in milliseconds.
 */
export function Toaster({ duration = toastDuration }: { duration?: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  const origin = useRef<HTMLElement>(undefined);
  const close = (id: number) => {
    const hadFocus = viewport.current?.contains(document.activeElement);
    dismissToast(id);
    if (hadFocus) giveFocusBack(origin.current);
  };
  return (
    <Provider duration={duration} label={t('toast.label')} swipeDirection="right" swipeThreshold={toastSwipeThreshold}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} onClose={() => close(toast.id)} toast={toast} />
      ))}
      <Viewport
        className="fixed top-0 right-0 left-0 z-60 flex flex-col p-4 pt-[max(1rem,env(safe-area-inset-top))] max-sm:in-[:root:has([role=dialog],[role=alertdialog])]:top-auto max-sm:in-[:root:has([role=dialog],[role=alertdialog])]:bottom-0 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] outline-none empty:hidden sm:top-auto sm:bottom-0 sm:left-auto sm:w-[26rem]"
        label={t('toast.viewport', { hotkey: '{hotkey}' })}
        onFocus={({ relatedTarget, currentTarget }) => {
          if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
            origin.current = relatedTarget;
        }}
        ref={viewport}
      />
    </Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useTranslation();
  const bad = toast.variant === 'destructive';
  const isOffer = !bad && toast.actions !== undefined && toast.actions.length > 0;
  return (
    <Root
      className={clsx(
        'data-[state=open]:animate-pop-in data-[state=closed]:animate-fade-out flex items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 shadow-float',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        bad ? 'border-danger-solid' : 'border-border',
      )}
      {...(isOffer && { duration: offerDuration })}
      // Escape closes an open dialog before the toast.
      onEscapeKeyDown={(event) => closeTopOverlay() && event.preventDefault()}
      onOpenChange={(open) => !open && onClose()}
      open={toast.open}
      // Radix ignores pointer events in its viewport until an effect after the first paint has counted the toast.
      style={{ pointerEvents: 'auto' }}
      type={bad ? 'foreground' : 'background'}
    >
      {bad && <CircleAlert aria-hidden className="mt-1.5 shrink-0 text-danger" size={18} />}
      <div className="grid min-w-0 grow gap-0.5 py-1.5">
        <Title className="font-semibold wrap-anywhere">{toast.title}</Title>
        {toast.description && <Description className="text-muted wrap-anywhere">{toast.description}</Description>}
        {toast.actions && toast.actions.length > 0 && (
          <div className="mt-2 flex flex-wrap gap-2">
            {toast.actions.map(({ label, onPress }) => (
              <Action altText={label} className={buttonClass('secondary', 'small')} key={label} onClick={onPress}>
                {label}
              </Action>
            ))}
          </div>
        )}
      </div>
      <Close
        aria-label={t('common.close')}
        className="action-size inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <X aria-hidden size={16} />
      </Close>
    </Root>
  );
}
