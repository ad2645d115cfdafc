import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { skillStateOf, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { closeSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useSkillTrouble } from '#web/features/skill/use-skill-trouble.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/states/spinner.tsx';

import { SkillPicture } from './skill-picture.tsx';
import { useSkillToast } from './use-skill-toast.ts';

/** Milliseconds. */
export const skillPollEvery = 5_000;

export function SkillDialog({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { data: amazon, refetch } = useAmazonAuth(false, open ? skillPollEvery : undefined);
  const state = skillStateOf(amazon);
  useSkillToast(open, state);
  useEffect(() => {
    if (open) void refetch();
  }, [open, refetch]);
  const active = state === 'active';
  return (
    <Dialog
      description={active ? t('skill.activeDescription') : t('skill.description')}
      footer={
        <>
          <Button variant="secondary" onClick={closeSkillDialog}>
            {active ? t('skill.close') : t('common.cancel')}
          </Button>
          {!active && (
            <a className={buttonClass()} href={t('skill.storeUrl')} rel="noopener" target="_blank">
              {t('skill.install')}
              <ExternalLink aria-hidden size={16} />
              <span className="sr-only">({t('common.newTab')})</span>
            </a>
          )}
        </>
      }
      onClose={closeSkillDialog}
      open={open}
      title={active ? t('skill.active') : t('skill.title')}
    >
      <Obstacle amazon={amazon} />
      <SkillPicture active={active} name={t('skill.picture')} />
      <output className="mt-4 flex min-h-6 items-center justify-center">
        {active && (
          <Badge dot tone="success">
            {t('skill.active')}
          </Badge>
        )}
        {state === 'inactive' && (
          <span className="inline-flex items-center gap-2 text-muted">
            <Spinner />
            {t('skill.waiting')}
          </span>
        )}
      </output>
    </Dialog>
  );
}

function Obstacle({ amazon }: { amazon: AmazonAuth | undefined }) {
  const { t } = useTranslation();
  const trouble = useSkillTrouble(amazon);
  if (trouble) {
    return (
      <div className="mb-4">
        <Notice title={trouble.why} tone="warning">
          {trouble.noticed} {t('skill.otherwise')}
        </Notice>
      </div>
    );
  }
  if (amazon?.skill !== 'notLinked') return null;
  return (
    <div className="mb-4">
      <Notice
        actions={
          <Link className={buttonClass('secondary', 'small')} href="/amazon-auth" onClick={closeSkillDialog}>
            {t('skill.linkAccount')}
          </Link>
        }
        title={t('skill.linkFirst')}
        tone="info"
      />
    </div>
  );
}
