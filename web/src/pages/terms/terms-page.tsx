import { PublicFrame } from '../../app/shell/public-frame.tsx';
import { useLegalTexts } from '../../i18n/legal-texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NumberedDocument } from '../../ui/numbered-document.tsx';

const places = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;

/** `/terms`, for anybody: the terms of use in ten sections. */
export function TermsPage() {
  const { t } = useTranslation();
  const legal = useLegalTexts();
  return (
    <PublicFrame>
      <NumberedDocument
        content={
          legal.ready && {
            updated: legal.t('terms.updated'),
            intro: legal.t('terms.intro'),
            contents: legal.t('contents'),
            sections: places.map((place) => ({
              anchor: place,
              heading: legal.t(`terms.sections.${place}.heading`),
              text: legal.t(`terms.sections.${place}.text`),
            })),
          }
        }
        title={t('shell.titles.terms')}
      />
    </PublicFrame>
  );
}
