import type { EndCause } from '#functions/data/items/grant-item.ts';
import { nameInMail, writeMail, type WrittenMail } from '#functions/outbox/write-mail.ts';
import type { Finding, FindingRepair } from '#shared/rules/findings.ts';
import type { Language } from '#shared/rules/language.ts';
import type { LineEnd } from '#shared/rules/line-ends.ts';
import { nightReasonOf } from '#shared/rules/nightly/night-reasons.ts';

import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import type { FindingTexts, Named } from './texts/finding-texts.ts';
import { pt } from './texts/pt.ts';

/** A workspace with at least one finding. */
export type FindingsAt = {
  workspace: { id: number; name: string };
  findings: readonly Finding[];
  /** Why the permission ended. */
  ended?: EndCause | undefined;
  lineEnd?: LineEnd | undefined;
};

type Facts = {
  language: Language;
  appUrl: string;
  /** Not empty. */
  homes: readonly FindingsAt[];
  /** URL of the skill in Amazon's store; absent if the stage has none. */
  skillPage?: string | undefined;
};

const texts: Readonly<Record<Language, FindingTexts>> = { pt, en, es };
const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

/**
 * Writes one mail for all findings. Each kind per workspace has a sentence or two and the fix. It contains no phone
 * numbers.
 */
export function findingsMail(facts: Facts): WrittenMail {
  const { language, homes } = facts;
  const { rows, several } = texts[language];
  const sections = homes.flatMap((home) =>
    [...Map.groupBy(home.findings, ({ key }) => key)].map(([key, findings]) => ({ ...home, key, findings })),
  );
  const kinds = [...Map.groupBy(sections, ({ key }) => key)];
  const [[only] = []] = kinds;
  const subject = kinds.length === 1 && only ? rows[only].subject : several(sections.length);
  const paragraphs = kinds.flatMap(([, ofKind]) => ofKind.flatMap((home) => paragraphsOf(facts, home)));
  return writeMail({ language, subject, paragraphs });
}

/** For findings of one kind. */
function paragraphsOf({ language, appUrl, skillPage }: Facts, home: FindingsAt): string[] {
  const { findings, ended = 'accessEnded', lineEnd } = home;
  const { rows, ...words } = texts[language];
  const [first] = findings;
  if (!first) return [];
  const { key, mend } = first;
  const { what, next } = rows[key];
  const page = pageOf(appUrl, home, first);
  const sentence = what(namedIn(language, home));
  if (key === 'numberLost') return [lineEnd ? `${sentence} ${words.lost[lineEnd]}` : sentence, next(page)];
  if (key === 'nightlyFailed') return [`${sentence} ${words.nights[nightReasonOf(first.why)]}`, next(page)];
  if (key !== 'grantEnded') return [sentence, next(page)];
  const why = `${sentence} ${words.ended[ended]}`;
  if (mend === 'reconnectAmazon') return [why, next(page)];
  return [why, words.enableSkill(page), ...(skillPage === undefined ? [] : [words.skillPage(skillPage)])];
}

const maxNames = 5;

function namedIn(language: Language, { workspace, findings }: FindingsAt): Named {
  const names = findings.flatMap(({ subject }) => (subject ? [`“${nameInMail(subject.name)}”`] : []));
  const left = names.length - maxNames;
  const shown = [...names.slice(0, maxNames), ...(left > 0 ? [texts[language].more(left)] : [])];
  const endsAt = findings[0]?.endsAt;
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return {
    workspace: `“${nameInMail(workspace.name)}”`,
    names: shown.join(', '),
    count: names.length,
    day: endsAt === undefined ? '' : day.format(new Date(endsAt)),
  };
}

/** The page with the fix of a finding, in the workspace of the finding. */
function pageOf(appUrl: string, { workspace: { id } }: FindingsAt, { mend, subject }: Finding): string {
  const pages: Readonly<Record<FindingRepair, string>> = {
    reconnectAmazon: 'amazon-auth',
    enableSkill: 'amazon-auth',
    askAmazon: 'amazon-auth',
    checkTrigger: 'triggers',
    openTrigger: 'triggers',
    pairNumber: 'whatsapp',
    checkNumber: 'whatsapp',
    manageBilling: 'subscription',
    openTriggers: 'triggers',
  };
  const opens = mend === 'openTriggers' && subject ? `&access=${subject.id}` : '';
  return `${appUrl}/${pages[mend]}?id=${id}${opens}`;
}
