import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/states/spinner.tsx';

import { credentialIn, useAnswer } from './use-passkey.ts';

const aboutExtension = 'https://waha.devlike.pro/blog/waha-passkey/';

type PasskeyAnswerProps = { workspaceId: number; instanceId: number; challenge: unknown };

/**
 * Only a page of WhatsApp may use the passkey, so a browser extension signs there; the person carries the request to it
 * and the answer back.
 */
export function PasskeyAnswer({ workspaceId, instanceId, challenge }: PasskeyAnswerProps) {
  const { t } = useTranslation();
  const request = JSON.stringify(challenge);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-muted text-pretty">{t('pairing.passkey.text')}</p>
      <NumberedSteps
        steps={[
          { text: t('pairing.passkey.step1'), more: <AboutExtension /> },
          { text: t('pairing.passkey.step2'), more: <Request request={request} /> },
          {
            text: t('pairing.passkey.step3'),
            more: <AnswerForm instanceId={instanceId} workspaceId={workspaceId} />,
          },
        ]}
      />
    </div>
  );
}

function AboutExtension() {
  const { t } = useTranslation();
  return (
    <p>
      <a
        className="inline-flex items-center gap-1 font-medium text-accent-text underline underline-offset-2"
        href={aboutExtension}
        rel="noopener noreferrer"
        target="_blank"
      >
        {t('pairing.passkey.about')}
        <ExternalLink aria-hidden size={14} />
        <span className="sr-only">({t('common.newTab')})</span>
      </a>
    </p>
  );
}

function Request({ request }: { request: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        className="block min-w-0 grow basis-48 truncate rounded-sm bg-sunken px-2 py-1.5 font-mono text-xs select-all"
        title={request}
      >
        {request}
      </code>
      <CopyButton label={t('pairing.passkey.copy')} name={t('pairing.passkey.copy')} text={request} />
    </div>
  );
}

function AnswerForm({ workspaceId, instanceId }: Omit<PasskeyAnswerProps, 'challenge'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [unreadable, setUnreadable] = useState(false);
  const answer = useAnswer(workspaceId, instanceId);
  const refused = answer.error && `${t('pairing.passkey.failed')}: ${answer.error}`;
  const send = () => {
    const assertion = credentialIn(text);
    setUnreadable(!assertion);
    if (assertion) answer.send(assertion);
  };
  return (
    <form
      className="grid gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        error={unreadable ? t('pairing.passkey.answerInvalid') : refused}
        hint={t('pairing.passkey.answerHint')}
        label={t('pairing.passkey.answer')}
      >
        {(field) => (
          <textarea
            {...field}
            autoComplete="off"
            className={`${inputClass} h-auto min-h-20 py-2 font-mono`}
            onChange={(event) => {
              setText(event.target.value);
              setUnreadable(false);
            }}
            rows={3}
            spellCheck={false}
            value={text}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={answer.busy} type="submit">
          {t('pairing.passkey.send')}
        </Button>
        <output className="flex items-center gap-2">
          {answer.sent && (
            <>
              <Spinner />
              {t('pairing.passkey.sent')}
            </>
          )}
        </output>
      </div>
    </form>
  );
}
