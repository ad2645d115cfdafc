import { clsx } from 'clsx';
import { useSearch } from 'wouter';

import { refusalText } from '#web/api/error-text.ts';
import { BrandMark } from '#web/features/frame/brand.tsx';
import { Flag } from '#web/features/frame/flags.tsx';
import { switchLanguageHere } from '#web/features/frame/switch-language-here.ts';
import { ThemeButton } from '#web/features/frame/theme-button.tsx';
import { asLanguage, languageCodes, languages } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

import { AmazonMark, GoogleMark } from './provider-marks.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  return (
    <main className="relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] justify-items-center gap-6 px-4 py-6">
      <div
        aria-hidden
        className="absolute inset-x-0 top-0 -z-10 h-96 bg-[radial-gradient(60rem_24rem_at_50%_-6rem,var(--accent-soft),transparent)]"
      />
      <div className="w-full max-w-md self-center sm:rounded-xl sm:border sm:border-border sm:bg-surface sm:p-10 sm:shadow-float">
        <div className="mb-8 grid justify-items-center text-center">
          <BrandMark size={48} />
          <h1 className="mt-5 text-xl font-semibold tracking-tight" tabIndex={-1}>
            {t('login.title')}
          </h1>
          <p className="mt-2 text-base text-muted text-balance">{t('login.lead')}</p>
        </div>
        <Reason />
        <div className="grid gap-3">
          <SignInLink icon={<AmazonMark />} provider="amazon" text={t('login.withAmazon')} />
          <SignInLink icon={<GoogleMark />} provider="google" text={t('login.withGoogle')} />
        </div>
        <LanguageFlags />
      </div>
      <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-sm">
        <a className="rounded-xs py-2 text-muted hover:text-text hover:underline" href="/terms">
          {t('shell.titles.terms')}
        </a>
        <a className="rounded-xs py-2 text-muted hover:text-text hover:underline" href="/privacy">
          {t('shell.titles.privacy')}
        </a>
        <a className="rounded-xs py-2 text-muted hover:text-text hover:underline" href="/status">
          {t('shell.titles.status')}
        </a>
        <ThemeButton />
      </footer>
    </main>
  );
}

function Reason() {
  const { t } = useTranslation();
  const key = new URLSearchParams(useSearch()).get('error');
  if (!key) return null;
  const expired = key === 'auth.sessionExpired';
  return (
    <div className="mb-6">
      <Notice live title={expired ? t('errors.sessionExpired') : t('login.failed')} tone={expired ? 'info' : 'danger'}>
        {refusalText(key) ?? t('login.unknownReason')}
      </Notice>
    </div>
  );
}

const buttonClasses = {
  // The colors that Amazon and Google require, in both themes.
  amazon: 'border-[#d9a441] bg-[#ffd814] text-[#0f1111] hover:bg-[#f7ca00]',
  google: 'border-[#747775] bg-white text-[#1f1f1f] hover:bg-[#f2f2f2]',
} as const;

type SignInLinkProps = { provider: keyof typeof buttonClasses; text: string; icon: React.ReactNode };

function SignInLink({ provider, text, icon }: SignInLinkProps) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ defaultWorkspaceName: t('workspace.defaultName') });
  return (
    <a
      className={clsx(
        'grid h-12 grid-cols-[1.25rem_1fr_1.25rem] items-center gap-3 rounded-md border px-4 text-base font-medium transition-[background-color,transform] duration-120 active:scale-[0.99]',
        buttonClasses[provider],
      )}
      href={`/api/auth/${provider}?${query.toString()}`}
    >
      {icon}
      <span className="text-center">{text}</span>
    </a>
  );
}

function LanguageFlags() {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  return (
    <fieldset className="mt-8 flex flex-wrap justify-center gap-1">
      <legend className="sr-only">{t('shell.language')}</legend>
      {languageCodes.map((code) => (
        <button
          aria-pressed={code === language}
          className={clsx(
            'inline-flex min-h-9 items-center gap-2 rounded-md px-2.5 text-sm transition-colors duration-120 coarse:min-h-11',
            code === language
              ? 'bg-accent-soft font-medium text-accent-text'
              : 'text-muted hover:bg-hover hover:text-text',
          )}
          key={code}
          lang={languages[code].locale}
          onClick={() => void switchLanguageHere(code)}
          type="button"
        >
          <Flag language={code} />
          {languages[code].name}
        </button>
      ))}
    </fieldset>
  );
}
