import { useLegalTexts } from '../i18n/legal-texts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { NumberedDocument } from '../ui/numbered-document.tsx';
import { PublicFrame } from './shell/public-frame.tsx';

const places = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;

/** A legal text in ten sections, for anybody. */
export function LegalPage({ text }: { text: 'terms' | 'privacy' }) {
  const { t } = useTranslation();
  const legal = useLegalTexts();
  return (
    <PublicFrame>
      <NumberedDocument
        content={
          legal.ready && {
            updated: legal.t(`${text}.updated`),
            intro: legal.t(`${text}.intro`),
            contents: legal.t('contents'),
            sections: places.map((place) => ({
              anchor: place,
              heading: legal.t(`${text}.sections.${place}.heading`),
              text: legal.t(`${text}.sections.${place}.text`),
            })),
          }
        }
        title={t(`shell.titles.${text}`)}
      />
    </PublicFrame>
  );
}
