import { Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { momentWords } from '#web/features/schedule/planned-words.ts';
import { zoneOf } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { usePlans } from '../schedule/use-plans.ts';
import { CopiedBlock } from './copied-block.tsx';
import { DoorSign } from './door-sign.tsx';
import type { NewKey } from './use-key-changes.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

/** The token is in the fragment, which browsers never send to a server. */
const guestAddress = (secret: string): string => `${window.location.origin}/prod/pass#${secret}`;

/** A "now" far in the past, so that dates are written out: the printout may be read on any day. */
const onPaper = 0;

type GuestPageProps = { of: NewKey; triggers: readonly Trigger[]; workspaceId: number };

/** For a guest: the address of the guest page, as a QR code to scan or print, or for an NFC tag. */
export function GuestPage({ of: accessKey, triggers, workspaceId }: GuestPageProps) {
  const { t, i18n } = useTranslation();
  const [first] = triggers;
  const zone = zoneOf(usePlans(workspaceId).data?.timeZone);
  const address = guestAddress(accessKey.secret);
  const { until } = accessKey.conditions;
  const code = (
    <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
      <QrCode name={t('access.handed.qr')} text={address} />
    </Suspense>
  );
  return (
    <>
      <div className="grid items-center gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="w-48 max-w-full justify-self-center overflow-hidden rounded-lg">{code}</div>
        <div className="grid gap-3">
          <p className="text-pretty">{t('access.handed.pageHint')}</p>
          <p className="text-muted text-pretty">{t('access.handed.nfc')}</p>
          <div>
            <Button
              icon={<Printer aria-hidden size={16} />}
              onClick={() => window.print()}
              size="small"
              variant="secondary"
            >
              {t('access.handed.print')}
            </Button>
          </div>
        </div>
      </div>
      <CopiedBlock name={t('access.handed.page')} text={address} />
      <DoorSign
        code={code}
        title={first && triggers.length === 1 ? first.name : accessKey.name}
        until={
          until &&
          t('access.handed.until', {
            when: momentWords(t, until, { zone, language: asLanguage(i18n.language), now: onPaper }),
          })
        }
      />
    </>
  );
}
