import type { QueryClient } from '@tanstack/react-query';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { refresh } from '#web/api/refresh.ts';
import { currentWorkspaceQuery } from '#web/api/use-session.ts';
import type { OpenCheck } from '#web/features/frame/trigger-address.ts';
import { possibleText } from '#web/features/schedule/possible-text.ts';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import type { Language } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { showToast, type ToastAction } from '#web/ui/toasts/toast-store.ts';

import { showAnswer } from './answer-toast.ts';
import { leadsToWhatsApp } from './leads-to-whatsapp.ts';
import { fixLabel, reportOfError, reportOfReply, type RunReply, type RunReport } from './run-report.ts';

/** Dependencies for the texts and buttons of a run's toast. */
export type RunToastDeps = {
  t: Translate;
  language: Language;
  queries: QueryClient;
  navigate: (page: string) => void;
  switchOnOff: (trigger: Trigger, enabled: boolean) => void;
  check: OpenCheck;
  /** The page itself shows success and answers, so only a next step needs a toast. */
  inPlace: boolean;
  offersNext: boolean;
};

/** Rejects if its texts cannot be loaded. The routine's answer replaces this toast, so it is polled afterwards. */
export async function showReply(toast: RunToastDeps, trigger: Trigger, reply: RunReply): Promise<void> {
  const { t, language, queries } = toast;
  const { workspaceId, receipt } = trigger;
  const [possible] = await Promise.all([
    reply.nextAt && possibleText(queries, workspaceId, reply.nextAt),
    receipt && loadPageTexts(['receipts']),
    reply.success || loadRefusals(),
  ]);
  const report = reportOfReply(t, trigger, reply, language);
  const next =
    toast.offersNext && leadsToWhatsApp(queries, trigger, { workedBefore: trigger.lastExecuted !== null })
      ? [{ label: t('triggers.run.addWhatsApp'), onPress: () => toast.navigate(`/whatsapp?id=${workspaceId}`) }]
      : [];
  if (!report.good || !toast.inPlace || next.length > 0) {
    const description = [report.description, possible].filter(Boolean).join(' ');
    show(toast, trigger, { ...report, description }, report.good ? next : []);
  }
  // If the answer cannot be read, the toast stays as it is.
  if (receipt) showAnswer(queries, trigger, reply, { ...toast, next }).catch(() => {});
}

export const showError = (toast: RunToastDeps, trigger: Trigger, error: unknown): void =>
  show(toast, trigger, reportOfError(toast.t, trigger.name, error));

function show(
  toast: RunToastDeps,
  trigger: Trigger,
  { good, title, description, fixes = [] }: RunReport,
  next: readonly ToastAction[] = [],
): void {
  const { workspaceId } = trigger;
  const reconnect = () => toast.navigate(`/amazon-auth?id=${workspaceId}`);
  // The steps belong to the current workspace, which may be another one by now.
  const showSteps = () =>
    toast.queries.getQueryData(currentWorkspaceQuery.queryKey)?.id === workspaceId ? openSkillSteps() : reconnect();
  const press = {
    switchOn: () => toast.switchOnOff(trigger, true),
    check: () => toast.check(trigger, true),
    reconnect,
    activateSkill: showSteps,
    showHow: showSteps,
    refresh: () => void refresh(toast.queries, ['/api/triggers']),
  };
  const actions = fixes.map((fix) => ({ label: toast.t(fixLabel(fix)), onPress: press[fix] }));
  showToast({ title, description, variant: good ? 'default' : 'destructive', actions: [...actions, ...next] });
}
