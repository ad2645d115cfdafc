import type { PasskeyChallenge } from '#shared/contracts/passkey.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { ExtensionNotice } from '../passkey/extension-notice.tsx';
import type { Extension } from '../passkey/extension.ts';
import { type PasskeyAnswer, SignWithScript } from '../passkey/sign-with-script.tsx';
import { useExtension } from '../passkey/use-extension.ts';
import { type NotSigned, useSigning } from '../passkey/use-signing.ts';
import { useAnswer } from './use-passkey.ts';
import { WaitForWhatsApp } from './wait-for-whatsapp.tsx';

type PasskeyStepProps = { workspaceId: number; instanceId: number; challenge: PasskeyChallenge; onAgain: () => void };

/** Only a page of WhatsApp can use the passkey, so the extension or a script signs there. */
export function PasskeyStep({ workspaceId, instanceId, challenge, onAgain }: PasskeyStepProps) {
  const { t } = useTranslation();
  const search = useExtension();
  const answer = useAnswer(workspaceId, instanceId);
  if (answer.sent) return <WaitForWhatsApp onAgain={onAgain} text={t('passkey.sent')} />;
  const { extension } = search;
  if (!extension) return <Looking />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {extension.found && <SignHere answer={answer} challenge={challenge} extension={extension} />}
      <ExtensionNotice at="dialog" {...search} />
      {answer.error && (
        <Notice
          actions={
            <Button onClick={onAgain} size="small" variant="secondary">
              {t('pairing.startAgain')}
            </Button>
          }
          live
          title={t('pairing.passkey.failed')}
          tone="danger"
        >
          {answer.error}
        </Notice>
      )}
      <SignWithScript answer={answer} challenge={challenge} open={!extension.storePage} />
    </div>
  );
}

type SignHereProps = { extension: Extension; challenge: PasskeyChallenge; answer: PasskeyAnswer };

function SignHere({ extension, challenge, answer }: SignHereProps) {
  const { t } = useTranslation();
  const { busy, failure, sign } = useSigning(challenge, answer.send);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <p className="max-w-prose text-muted text-pretty">{t('passkey.text')}</p>
      <Button busy={busy || answer.busy} onClick={() => sign(extension)}>
        {t('passkey.sign')}
      </Button>
      <output className="text-muted empty:hidden">{busy && t('passkey.signing')}</output>
      {failure && (
        <div className="justify-self-stretch">
          <Notice live title={t('passkey.notSigned.title')} tone="danger">
            <p className="wrap-anywhere">
              <Why {...failure} />
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

function Why(failure: NotSigned) {
  const { t } = useTranslation();
  return (
    <>
      {failure.outcome === 'refused'
        ? t('passkey.notSigned.refused', { why: failure.why })
        : t(`passkey.notSigned.${failure.outcome}`)}
    </>
  );
}

function Looking() {
  const { t } = useTranslation();
  return (
    <output className="flex items-center justify-center gap-3 py-12 text-muted">
      <Spinner size={20} />
      {t('common.loading')}
    </output>
  );
}
