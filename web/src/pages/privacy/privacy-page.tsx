import { PublicFrame } from '../../app/shell/public-frame.tsx';
import { useLegalTexts } from '../../i18n/legal-texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NumberedDocument } from '../../ui/numbered-document.tsx';

const places = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'] as const;

/** `/privacy`, for anybody: the privacy policy in ten sections. */
export function PrivacyPage() {
  const { t } = useTranslation();
  const legal = useLegalTexts();
  return (
    <PublicFrame>
      <NumberedDocument
        content={
          legal.ready && {
            updated: legal.t('privacy.updated'),
            intro: legal.t('privacy.intro'),
            contents: legal.t('contents'),
            sections: places.map((place) => ({
              anchor: place,
              heading: legal.t(`privacy.sections.${place}.heading`),
              text: legal.t(`privacy.sections.${place}.text`),
            })),
          }
        }
        title={t('shell.titles.privacy')}
      />
    </PublicFrame>
  );
}
