import { Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog';
import { type ReactNode, useRef } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';
import { dialogBox, DialogFooter, dialogOverlay } from './dialog.tsx';
import { useFocusReturn } from './give-focus-back.ts';
import { useBackCloses } from './use-back-closes.ts';

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Describes the loss, with numbers if known. */
  description: ReactNode;
  children?: ReactNode;
  /** A verb with its object: "Delete trigger". */
  confirmLabel: string;
  onConfirm: () => void;
  /** The button shows a spinner and the dialog cannot be closed. */
  pending?: boolean;
  danger?: boolean;
  /** Replaces the confirm button. */
  confirmButton?: ReactNode;
  /** The element to focus first; defaults to the Cancel button. */
  focusFirst?: () => HTMLElement | null;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { pending = false, danger = true } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const focus = useFocusReturn();
  useBackCloses(props.open, { close: props.onClose, locked: pending });
  return (
    <Root onOpenChange={(next) => !next && !pending && props.onClose()} open={props.open}>
      <Portal>
        <Overlay className={dialogOverlay()}>
          <Content
            className={dialogBox()}
            onCloseAutoFocus={focus.onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              focus.onOpenAutoFocus();
              event.preventDefault();
              (props.focusFirst?.() ?? cancel.current)?.focus();
            }}
          >
            <div className="p-6">
              <Title className="text-lg font-semibold text-balance wrap-anywhere">{props.title}</Title>
              <Description asChild>
                <div className="mt-2 text-muted text-pretty wrap-anywhere">{props.description}</div>
              </Description>
              {props.children && <div className="mt-5">{props.children}</div>}
            </div>
            <DialogFooter>
              <Button aria-disabled={pending || undefined} variant="secondary" onClick={props.onClose} ref={cancel}>
                {t('common.cancel')}
              </Button>
              {props.confirmButton ?? (
                <Button busy={pending} variant={danger ? 'danger' : 'primary'} onClick={props.onConfirm}>
                  {props.confirmLabel}
                </Button>
              )}
            </DialogFooter>
          </Content>
        </Overlay>
      </Portal>
    </Root>
  );
}
