import { Link2Off, MessageCircle, Share2, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import { contactNameMissing, type Instance, type whatsappContract } from '#shared/contracts/whatsapp.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { holdsGroups, isPairing } from '#shared/rules/chip-status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { ContactPicture } from './contact-picture.tsx';
import { UnofficialWarning, warningId } from './unofficial-warning.tsx';
import { isShared, wayOf } from './use-number-changes.ts';
import { usePhone } from './use-phone.ts';

/** The number, with the name of the workspace that shares it. */
export type WhatsAppNumber = ReplyOf<typeof whatsappContract.currentInstance>;

type ConnectionCardProps = {
  number: WhatsAppNumber;
  failure: { title: string; description: string } | undefined;
  /** Shown before a number is connected. */
  notice: ReactNode;
  onConnect: () => void;
  onUseExisting: () => void;
  onEnd: (instance: Instance) => void;
};

export function ConnectionCard({ number, failure, notice, ...actions }: ConnectionCardProps) {
  const { t } = useTranslation();
  const { instance } = number;
  const status = instance?.chipStatus ?? 'DISCONNECTED';
  const hint = instance && hintFor(instance);
  return (
    <Card
      actions={
        <Badge dot tone={tones[status]}>
          {t(`whatsapp.status.${status}`)}
        </Badge>
      }
      title={t('whatsapp.connection.heading')}
    >
      <div className="grid gap-5">
        {/* The warning comes before the button that links. */}
        {status !== 'CONNECTED' && <UnofficialWarning />}
        {status !== 'CONNECTED' && notice}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
          <Contact number={number} />
          {/* The hint comes before the buttons, which are next to the contact if both fit. */}
          {hint && (
            <p className="max-w-prose basis-full text-muted text-pretty sm:order-last">{t(`whatsapp.hints.${hint}`)}</p>
          )}
          <Actions instance={instance} {...actions} />
        </div>
        {failure && (
          <Notice title={failure.title} tone="danger">
            {failure.description}
          </Notice>
        )}
      </div>
    </Card>
  );
}

const tones: Record<ChipStatus, Tone> = {
  DISCONNECTED: 'neutral',
  CONNECTING: 'info',
  WAITING_QR: 'info',
  PASSKEY_REQUIRED: 'info',
  PASSKEY_CONFIRMATION: 'info',
  CONNECTED: 'success',
  LOST: 'warning',
};

function Contact({ number: { instance, referencedWorkspaceName } }: { number: WhatsAppNumber }) {
  const { t } = useTranslation();
  const contact = instance && holdsGroups(instance.chipStatus) ? instance : undefined;
  const phone = usePhone(contact?.phone ?? null);
  const known = contact && contact.contactName !== contactNameMissing ? contact.contactName : null;
  return (
    <div className="flex min-w-0 grow basis-72 items-center gap-4">
      <ContactPicture address={contact?.contactPicture ?? null} name={known} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {contact ? (known ?? t('whatsapp.connection.nameMissing')) : t('whatsapp.connection.none')}
        </p>
        {contact && (
          <p className="mt-0.5 text-muted tabular-nums">
            {phone ? <span className="whitespace-nowrap">{phone}</span> : t('whatsapp.connection.incomplete')}
          </p>
        )}
        {contact && isShared(contact) && (
          <p className="mt-1 flex items-start gap-1.5 text-muted">
            <Share2 aria-hidden className="mt-0.5 shrink-0 text-subtle" size={14} />
            <span className="min-w-0 wrap-anywhere">
              {referencedWorkspaceName
                ? t('whatsapp.connection.sharedFrom', { workspace: referencedWorkspaceName })
                : t('whatsapp.connection.shared')}
            </span>
          </p>
        )}
        {(instance?.chipStatus ?? 'DISCONNECTED') === 'DISCONNECTED' && (
          <p className="mt-1 max-w-prose text-muted text-pretty">{t('whatsapp.hints.none')}</p>
        )}
      </div>
    </div>
  );
}

function hintFor(instance: Instance): 'pairing' | 'lost' | 'lostShared' | undefined {
  if (isPairing(instance.chipStatus)) return 'pairing';
  if (instance.chipStatus !== 'LOST') return undefined;
  return isShared(instance) ? 'lostShared' : 'lost';
}

type ActionsProps = Pick<ConnectionCardProps, 'onConnect' | 'onUseExisting' | 'onEnd'> & { instance: Instance | null };

/** The main button is the same element in all states, so that it keeps the focus when its dialog changes the state. */
function Actions({ instance, onConnect, onUseExisting, onEnd }: ActionsProps) {
  const { t } = useTranslation();
  const connected = instance?.chipStatus === 'CONNECTED';
  const end = instance ? wayOf(instance) : 'disconnect';
  return (
    <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row sm:flex-wrap">
      <Button
        aria-describedby={connected ? undefined : warningId}
        icon={
          connected ? (
            end === 'unlink' ? (
              <Link2Off aria-hidden size={16} />
            ) : (
              <Unplug aria-hidden size={16} />
            )
          ) : (
            <MessageCircle aria-hidden size={16} />
          )
        }
        variant={connected ? 'secondary' : 'primary'}
        onClick={() => (connected ? onEnd(instance) : onConnect())}
      >
        {connected ? t(`whatsapp.connection.${end}`) : t('whatsapp.connection.connect')}
      </Button>
      {!connected && (
        <Button icon={<Share2 aria-hidden size={16} />} variant="secondary" onClick={onUseExisting}>
          {t('whatsapp.connection.useExisting')}
        </Button>
      )}
      {instance?.chipStatus === 'LOST' && (
        <Button variant="ghost" onClick={() => onEnd(instance)}>
          {t(`whatsapp.connection.${end}`)}
        </Button>
      )}
    </div>
  );
}
