import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, loadRefusals } from '#web/api/error-text.ts';
import { isSessionExpired, isSessionOver } from '#web/api/is-session-over.ts';
import { keyFor, mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useUser } from '#web/api/use-session.ts';
import type { RunReply, RunReport } from '#web/features/runs/run-report.ts';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const wordedByCaller = { allow: 'all' } as const;

export function useTriggerChanges(workspaceId: number | undefined, check: (triggerId: string) => void) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const user = useUser();
  const again = () => refresh(queries, ['/api/triggers']);
  const showError = (title: string) => (error: unknown) => {
    if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
  };

  const create = useMutation({ ...mutationFor(triggersContract.createTrigger, wordedByCaller), onSuccess: again });
  const switching = useMutation({
    ...mutationFor(triggersContract.updateTrigger, wordedByCaller),
    onSuccess: again,
    onError: showError(t('triggers.errors.update')),
  });
  const remove = useMutation({
    ...mutationFor(triggersContract.deleteTrigger, wordedByCaller),
    onSuccess: async () => {
      showToast({ title: t('triggers.delete.done') });
      await again();
    },
    onError: showError(t('triggers.errors.delete')),
  });
  const run = useMutation({
    ...mutationFor(triggersContract.executeTrigger, { ...wordedByCaller, allowUnauthorized: true }),
    // The reason of a refused run may be in other data: a revoked grant, a deleted trigger.
    onSettled: async (_reply, _error, input) => {
      const daily = keyFor(triggersContract.dailyExecutions, { workspaceId: input.workspaceId });
      await Promise.all([
        refresh(queries, ['/api/triggers', '/api/amazon-auth']),
        queries.invalidateQueries({ queryKey: daily }),
      ]);
    },
  });

  const resync = useMutation({
    ...mutationFor(triggersContract.resyncTrigger, wordedByCaller),
    onSettled: again,
    onError: showError(t('triggers.errors.resync')),
  });

  const switchOnOff = (trigger: Trigger, enabled: boolean) =>
    switching.mutate({ ...inputFor(trigger), body: { enabled } });

  const showReport = ({ good, title, description, fixes = [] }: RunReport, trigger: Trigger) => {
    const press = {
      switchOn: () => switchOnOff(trigger, true),
      check: () => check(trigger.id),
      reconnect: () => navigate('/amazon-auth'),
      activateSkill: openSkillSteps,
      showHow: openSkillSteps,
    };
    const actions = fixes.map((fix) => ({ label: t(`triggers.run.${fix}`), onPress: press[fix] }));
    showToast({ title, description, variant: good ? 'default' : 'destructive', actions });
  };

  // When the texts could not be loaded, the server's own message is shown.
  const showWhenLoaded = (worded: Promise<RunReport>, plain: RunReport, trigger: Trigger) =>
    worded.catch(() => plain).then((report) => showReport(report, trigger));

  /** Starts after the report of the click, so that this report does not replace the answer. */
  const followAnswer = async (trigger: Trigger, reply: RunReply) => {
    const { tellAnswer } = await import('./receipts/tell-answer.ts');
    await tellAnswer(queries, trigger, reply, () => check(trigger.id));
  };

  const possibleOf = async ({ nextAt }: RunReply, workspace: number) =>
    nextAt && (await import('./conditions/tell-possible.ts')).tellPossible(queries, workspace, nextAt);

  return {
    create: async (values: { name: string; description?: string }) => {
      if (!user || workspaceId === undefined) throw new ApiError('refused', 0, t('errors.signedOut'));
      return create.mutateAsync({ workspaceId, body: { ...values, userId: user.id } });
    },
    remove: (trigger: Trigger) => remove.mutateAsync(inputFor(trigger)),
    removing: remove.isPending,
    switchOnOff,
    switching: switching.isPending ? switching.variables.params.id : undefined,
    resync: (trigger: Trigger) => resync.mutate(inputFor(trigger)),
    resyncing: resync.isPending ? resync.variables.params.id : undefined,
    running: run.isPending ? run.variables.params.id : undefined,
    run: (trigger: Trigger) => {
      const { name, receipt } = trigger;
      const texts = import('#web/features/runs/run-report.ts');
      run.mutate(inputFor(trigger), {
        onSuccess: (reply) => {
          const plain = { good: reply.success, title: name, description: reply.message };
          const needed = [receipt && loadPageTexts(['receipts']), reply.success || loadRefusals()];
          const shown = showWhenLoaded(
            Promise.all([texts, possibleOf(reply, trigger.workspaceId), ...needed]).then(([words, possible]) => {
              const report = words.reportOfReply(t, trigger, reply, asLanguage(i18n.language));
              return { ...report, description: [report.description, possible].filter(Boolean).join(' ') };
            }),
            plain,
            trigger,
          );
          if (receipt) void shown.then(() => followAnswer(trigger, reply)).catch(() => {});
        },
        onError: (error) => {
          if (isSessionExpired(error)) return;
          const plain = { good: false, title: name, description: errorText(t, error) };
          void showWhenLoaded(
            texts.then(({ reportOfError }) => reportOfError(t, name, error)),
            plain,
            trigger,
          );
        },
      });
    },
  };
}

const inputFor = ({ id, workspaceId }: Trigger) => ({ workspaceId, params: { id } });
