import { useConfig } from '#web/api/use-config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NumberedDocument } from '#web/ui/documents/numbered-document.tsx';

import { PublicFrame } from './public-frame.tsx';

const anchors = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;

export function LegalPage({ text }: { text: 'terms' | 'privacy' }) {
  const { t } = useTranslation();
  const contact = useContact(text);
  const sections = anchors.map((anchor) => ({
    anchor,
    heading: t(`${text}.sections.${anchor}.heading`),
    text: t(`${text}.sections.${anchor}.text`, { contact }),
  }));
  return (
    <PublicFrame>
      <NumberedDocument
        contents={t('shell.contents')}
        intro={t(`${text}.intro`)}
        sections={sections}
        title={t(`shell.titles.${text}`)}
        updated={t(`${text}.updated`)}
      />
    </PublicFrame>
  );
}

/** Names no contact that the stage does not have. */
function useContact(text: 'terms' | 'privacy'): string {
  const { t } = useTranslation();
  const { supportEmail, privacyEmail = supportEmail, supportWidgetUrl } = useConfig() ?? {};
  const email = text === 'privacy' ? privacyEmail : supportEmail;
  if (email !== undefined) return t(`${text}.contact.email`, { email });
  return supportWidgetUrl === undefined ? '' : t(`${text}.contact.chat`);
}
