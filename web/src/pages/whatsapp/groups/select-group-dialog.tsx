import { type SyntheticEvent, useId, useRef, useState } from 'react';

import type { Group, GroupChoice } from '#shared/contracts/whatsapp.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useDraft } from '#web/features/drafts/use-draft.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SearchBox } from '#web/ui/lists/search-box.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { ChoicesFailed, ChoicesSkeleton, NoChoices } from './choices-states.tsx';
import { GroupChoices } from './group-choices.tsx';
import { matching } from './matching.ts';
import { useGroupChoices } from './use-group-choices.ts';

type SelectGroupDialogProps = {
  open: boolean;
  onClose: () => void;
  workspaceId: number;
  instanceId: number;
  linked: readonly Group[];
  /** Rejects with the server's reply, which the dialog shows. */
  onLink: (choice: GroupChoice) => Promise<unknown>;
};

export function SelectGroupDialog({ open, onClose, onLink, linked, ...number }: SelectGroupDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const choices = useGroupChoices(number.workspaceId, number.instanceId);
  const [search, setSearch, discardSearch] = useDraft(['group search', number.workspaceId], () => '');
  const [picked, pick] = useState<string>();
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [linking, setLinking] = useState(false);

  const found = matching(choices.data ?? [], search);
  const mayChoose = choices.data ? choices.data.length > 0 : !choices.isError;
  const isLinked = ({ jid }: GroupChoice) => linked.some((group) => group.jid === jid);
  // An option that the search hides, or that has been linked since, is no longer selected.
  const choice = found.find((one) => one.jid === picked && !isLinked(one));

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    setFailure(undefined);
    if (!choice) return goOnAt(form.current);
    setLinking(true);
    try {
      await onLink(choice);
      discardSearch();
      onClose();
    } catch (error) {
      if (!isSessionOver(error)) setFailure(error);
      if (isGone(error)) void choices.refetch();
    } finally {
      setLinking(false);
    }
  };

  const cancel = () => {
    discardSearch();
    onClose();
  };

  return (
    <Dialog
      description={t('selectGroup.lead')}
      footer={
        <>
          <Button aria-disabled={linking || undefined} variant="secondary" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          {mayChoose && (
            <Button busy={linking} form={id} type="submit">
              {t('selectGroup.save')}
            </Button>
          )}
        </>
      }
      locked={linking}
      onClose={onClose}
      open={open}
      title={t('selectGroup.title')}
    >
      <form className="grid gap-4" id={id} noValidate onSubmit={(event) => void submit(event)} ref={form}>
        {failure !== undefined && (
          <Notice live title={t('whatsapp.errors.createGroup')} tone="danger">
            {isGone(failure) ? t('selectGroup.gone') : errorText(t, failure)}
          </Notice>
        )}
        <SearchBox
          name={t('selectGroup.filter')}
          onChange={setSearch}
          resultText={t('selectGroup.matches', { count: found.length })}
          value={search}
          wide
        />
        {choices.data ? (
          found.length > 0 ? (
            <GroupChoices
              choices={found}
              error={asked && !choice ? refusalText('group.nameRequired') : undefined}
              isLinked={isLinked}
              onPick={pick}
              picked={choice?.jid}
            />
          ) : (
            <NoChoices onAgain={() => void choices.refetch()} refreshing={choices.isFetching} search={search} />
          )
        ) : choices.isError ? (
          <ChoicesFailed error={choices.error} onAgain={() => void choices.refetch()} refreshing={choices.isFetching} />
        ) : (
          <ChoicesSkeleton />
        )}
      </form>
    </Dialog>
  );
}

/** The number left the group after the list was loaded. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.errorKey === 'group.notFound';

/** Focuses the first selectable group, else the search field. */
function goOnAt(form: HTMLElement | null): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  (find('input[type=radio]:enabled') ?? find('input[type=search]'))?.focus();
}
