import { statusContract } from '#shared/contracts/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';

const points = ['up', 'idle', 'alexa', 'figures'] as const;
const linkClass = 'text-accent-text underline underline-offset-2 hover:no-underline';

export function Meaning() {
  const { t } = useTranslation();
  return (
    <section className="max-w-[70ch]">
      <h2 className="text-lg font-semibold">{t('status.meaning.heading')}</h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted text-pretty marker:text-subtle">
        {points.map((point) => (
          <li key={point}>
            <LimitedMarkdown text={t(`status.meaning.${point}`)} />
          </li>
        ))}
        <li>
          {t('status.meaning.own')} {/* A full page load, because the public pages do not check the session. */}
          <a className={linkClass} href="/triggers">
            {t('status.meaning.ownLink')}
          </a>
        </li>
        <li>
          {t('status.meaning.programs')}:{' '}
          {Object.values(statusContract).map(({ path }, index) => (
            <span key={path}>
              {index > 0 && ', '}
              <a className={`${linkClass} font-mono text-[0.9em]`} href={path}>
                {path}
              </a>
            </span>
          ))}
        </li>
      </ul>
    </section>
  );
}
