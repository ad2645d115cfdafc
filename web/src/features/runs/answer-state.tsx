import type { ReactNode } from 'react';

import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { type Answered, answerWords } from './run-words.ts';

type AnswerStateProps = {
  receipt: Answered;
  children: (words: string, tone: string | undefined) => ReactNode;
};

/** Loaded with its texts, which only triggers with a receipt need. */
export function AnswerState({ receipt, children }: AnswerStateProps) {
  const { t, i18n } = useTranslation();
  const words = answerWords(t, receipt, asLanguage(i18n.language));
  return children(words ?? '', receipt.answer && tones[receipt.answer]);
}

const tones = { ran: 'text-success', shared: undefined, awaited: undefined, none: 'text-warning' } as const;
