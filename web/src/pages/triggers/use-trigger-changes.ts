import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { keyFor, mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useUser } from '#web/api/use-session.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import type { Mend, RunReport } from './run-report.ts';

/** Each change words its own failures. */
const ownWords = { allow: 'all' } as const;

/** What helps after a run that did not work, beyond switching the trigger on. */
type Helpers = Record<Exclude<Mend, 'switchOn'>, () => void>;

/** Every change to a trigger but its name, with what it says afterwards and what is asked for again. */
export function useTriggerChanges(workspaceId: number, helpers: Helpers) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const user = useUser();
  const again = () => refresh(queries, ['/api/triggers']);
  const say = (title: string) => (error: unknown) => {
    if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
  };

  const create = useMutation({ ...mutationFor(triggersContract.createTrigger, ownWords), onSuccess: again });
  const switching = useMutation({
    ...mutationFor(triggersContract.updateTrigger, ownWords),
    onSuccess: again,
    onError: say(t('triggers.errors.update')),
  });
  const remove = useMutation({
    ...mutationFor(triggersContract.deleteTrigger, ownWords),
    onSuccess: async () => {
      showToast({ title: t('triggers.delete.done') });
      await again();
    },
    onError: say(t('triggers.errors.delete')),
  });
  const run = useMutation({
    ...mutationFor(triggersContract.executeTrigger, ownWords),
    // A refused run may show why in other data: a revoked grant, a trigger that is gone.
    onSettled: async () => {
      const daily = keyFor(triggersContract.dailyExecutions, { workspaceId });
      await Promise.all([
        refresh(queries, ['/api/triggers', '/api/amazon-auth']),
        queries.invalidateQueries({ queryKey: daily }),
      ]);
    },
  });

  const resync = useMutation({
    ...mutationFor(triggersContract.resyncTrigger, ownWords),
    // One that is gone or was told meanwhile shows in the list.
    onSettled: again,
    onError: say(t('triggers.errors.resync')),
  });

  const switchOnOff = ({ id }: Trigger, enabled: boolean) =>
    switching.mutate({ workspaceId, params: { id }, body: { enabled } });

  const report = ({ good, title, description, mend }: RunReport, trigger: Trigger) => {
    const onPress = () => (mend === 'switchOn' ? switchOnOff(trigger, true) : mend && helpers[mend]());
    const action = mend && { label: t(`triggers.run.${mend}`), onPress };
    showToast({ title, description, variant: good ? 'default' : 'destructive', ...(action && { action }) });
  };

  // Where the words could not be loaded, the answer speaks for itself.
  const tell = (words: Promise<RunReport>, plain: RunReport, trigger: Trigger) =>
    void words.catch(() => plain).then((said) => report(said, trigger));

  return {
    create: async (values: { name: string; description?: string }) => {
      if (!user) throw new ApiError('refused', 401, t('errors.signedOut'));
      return create.mutateAsync({ workspaceId, body: { ...values, userId: user.id } });
    },
    remove: ({ id }: Trigger) => remove.mutateAsync({ workspaceId, params: { id } }),
    removing: remove.isPending,
    switchOnOff,
    switching: switching.isPending ? switching.variables.params.id : undefined,
    resync: ({ id }: Trigger) => resync.mutate({ workspaceId, params: { id } }),
    resyncing: resync.isPending ? resync.variables.params.id : undefined,
    running: run.isPending ? run.variables.params.id : undefined,
    run: (trigger: Trigger) => {
      const { id, name } = trigger;
      const input = { workspaceId, params: { id } };
      // The words for what came of it load while the run is on its way, not with the page.
      const words = import('./run-report.ts');
      run.mutate(input, {
        onSuccess: (reply) => {
          const ms = formatNumber(reply.ms, asLanguage(i18n.language));
          const plain = { good: reply.success, title: name, description: reply.message };
          tell(
            words.then(({ reportOfReply }) => reportOfReply(t, name, reply, ms)),
            plain,
            trigger,
          );
        },
        onError: (error) => {
          if (isSessionOver(error)) return;
          const plain = { good: false, title: name, description: errorText(t, error) };
          tell(
            words.then(({ reportOfError }) => reportOfError(t, name, error)),
            plain,
            trigger,
          );
        },
      });
    },
  };
}

export type TriggerChanges = ReturnType<typeof useTriggerChanges>;
