import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';

import { type ReadText, readText } from './read-answer.ts';
import { scriptFor } from './script-for.ts';

export type PasskeyAnswer = { busy: boolean; send: (assertion: PasskeyAssertion) => void };

type SignWithScriptProps = { challenge: PasskeyChallenge; answer: PasskeyAnswer; open: boolean };

/** For browsers without the extension: the user runs a script on a WhatsApp page and pastes its result here. */
export function SignWithScript({ challenge, answer, open }: SignWithScriptProps) {
  const { t } = useTranslation();
  return (
    <details className="rounded-lg border border-border" open={open}>
      <summary className="cursor-pointer rounded-lg px-4 py-3 font-medium">{t('passkey.script.heading')}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        <p className="text-muted text-pretty">{t('passkey.script.lead')}</p>
        <NumberedSteps
          steps={[
            { text: t('passkey.script.step1'), more: <OpenWhatsApp /> },
            { text: t('passkey.script.step2'), more: <Script challenge={challenge} /> },
            { text: t('passkey.script.step3') },
            { text: t('passkey.script.step4'), more: <AnswerForm answer={answer} challenge={challenge} /> },
          ]}
        />
      </div>
    </details>
  );
}

function OpenWhatsApp() {
  const { t } = useTranslation();
  return (
    <a
      className="inline-flex items-center gap-1 font-medium text-accent-text underline underline-offset-2"
      href="https://web.whatsapp.com/"
      rel="noopener noreferrer"
      target="_blank"
    >
      web.whatsapp.com
      <ExternalLink aria-hidden size={14} />
      <span className="sr-only">({t('common.newTab')})</span>
    </a>
  );
}

function Script({ challenge }: { challenge: PasskeyChallenge }) {
  const { t } = useTranslation();
  const script = scriptFor(challenge, {
    about: t('passkey.console.about'),
    ready: t('passkey.console.ready'),
    sign: t('passkey.sign'),
    signed: t('passkey.console.signed'),
    copied: t('passkey.console.copied'),
    copy: t('passkey.console.copy'),
    failed: t('passkey.console.failed'),
  });
  return (
    <section
      aria-label={t('passkey.script.name')}
      className="max-h-44 overflow-y-auto rounded-md"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it only with the focus
      tabIndex={0}
    >
      <CodeBlock
        action={<CopyButton label={t('passkey.script.copyShort')} name={t('passkey.script.copy')} text={script} />}
        name="JavaScript"
        text={script}
      />
    </section>
  );
}

type Wrong = Exclude<ReadText['outcome'], 'signed'>;

function AnswerForm({ challenge, answer }: Omit<SignWithScriptProps, 'open'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<Wrong>();
  const send = () => {
    const read = readText(text, challenge);
    setWrong(read.outcome === 'signed' ? undefined : read.outcome);
    if (read.outcome === 'signed') answer.send(read.assertion);
  };
  return (
    <form
      className="grid justify-items-start gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="justify-self-stretch">
        <Field
          error={wrong && t(`passkey.script.wrong.${wrong}`)}
          hint={t('passkey.script.answerHint')}
          label={t('passkey.script.answer')}
        >
          {(field) => (
            <textarea
              {...field}
              autoComplete="off"
              className={`${inputClass} h-auto min-h-20 py-2 font-mono`}
              onChange={(event) => {
                setText(event.target.value);
                setWrong(undefined);
              }}
              rows={3}
              spellCheck={false}
              value={text}
            />
          )}
        </Field>
      </div>
      <Button busy={answer.busy} type="submit" variant="secondary">
        {t('passkey.script.send')}
      </Button>
    </form>
  );
}
