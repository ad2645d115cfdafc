import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionExpired, isSessionOver } from '#web/api/is-session-over.ts';
import { keyFor, mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useUser } from '#web/api/use-session.ts';
import { noAnswerReport } from '#web/features/runs/no-answer.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const wordedByCaller = { allow: 'all' } as const;

export function useTriggerChanges(
  workspaceId: number | undefined,
  check: (triggerId: string, byClick?: boolean) => void,
) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const user = useUser();
  const again = () => refresh(queries, ['/api/triggers']);
  const showError = (title: string) => (error: unknown) => {
    if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
  };

  const toCheck = (id: string, byClick = true) => ({
    label: t('triggers.run.check'),
    onPress: () => check(id, byClick),
  });

  const create = useMutation({ ...mutationFor(triggersContract.createTrigger, wordedByCaller), onSuccess: again });
  const switching = useMutation({
    ...mutationFor(triggersContract.updateTrigger, wordedByCaller),
    onSuccess: again,
    onError: showError(t('triggers.errors.update')),
  });
  const remove = useMutation({
    ...mutationFor(triggersContract.deleteTrigger, wordedByCaller),
    onSuccess: async () => {
      showToast({ title: t('triggerDialogs.delete.done') });
      await again();
    },
    onError: showError(t('triggers.errors.delete')),
  });
  const run = useMutation({
    ...mutationFor(triggersContract.executeTrigger, { ...wordedByCaller, allowUnauthorized: true }),
    // The reason for a refused run may be in other data: a revoked grant, a deleted trigger.
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
    onError: (error, { params }) => {
      if (isSessionOver(error)) return;
      const title = t('triggers.errors.resync');
      const actions = [toCheck(params.id, false)];
      showToast({ title, description: errorText(t, error), variant: 'destructive', actions });
    },
  });

  const switchOnOff = (trigger: Trigger, enabled: boolean) =>
    switching.mutate({ ...inputFor(trigger), body: { enabled } });

  const tellNoAnswer = (report: { title: string; description: string }, id: string) =>
    showToast({
      ...report,
      variant: 'destructive',
      actions: [{ label: t('triggers.run.history'), onPress: () => navigate(`/triggers?runs=${id}`) }, toCheck(id)],
    });

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
      const words = loadWords();
      // Handled below; without a connection, nothing waits for these texts.
      words.catch(() => {});
      const toast = { t, language: asLanguage(i18n.language), queries, navigate, switchOnOff, check };
      // If the texts cannot be loaded, the server's own message is shown.
      const plain = (description: string, good: boolean) => () =>
        showToast({
          title: trigger.name,
          description,
          variant: good ? 'default' : 'destructive',
          actions: good ? [] : [toCheck(trigger.id)],
        });
      run.mutate(inputFor(trigger), {
        onSuccess: (reply) => {
          words.then(({ tellReply }) => tellReply(toast, trigger, reply)).catch(plain(reply.message, reply.success));
        },
        onError: (error) => {
          if (isSessionExpired(error)) return;
          // Shown at once, because without a connection the texts cannot be loaded.
          const noAnswer = noAnswerReport(t, trigger.name, error);
          if (noAnswer) tellNoAnswer(noAnswer, trigger.id);
          else words.then(({ tellError }) => tellError(toast, trigger, error)).catch(plain(errorText(t, error), false));
        },
      });
    },
  };
}

/** Starts to load the texts while the run is in progress. */
const loadWords = async () => (await Promise.all([import('./runs/tell-run.ts'), loadPageTexts(['run-history'])]))[0];

const inputFor = ({ id, workspaceId }: Trigger) => ({ workspaceId, params: { id } });
