import { useMutation } from '@tanstack/react-query';

import type { PasskeyAssertion } from '#shared/contracts/passkey.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The dialog shows the progress itself. */
const quietly = { meta: { quiet: true } };

export function useAnswer(workspaceId: number, instanceId: number) {
  const answer = useMutation({ ...mutationFor(whatsappContract.answerPasskey, { allow: 'all' }), ...quietly });
  const params = { id: String(instanceId) };
  return {
    ...useStateOf(answer),
    send: (assertion: PasskeyAssertion) => answer.mutate({ workspaceId, params, body: { assertion } }),
  };
}

export function useConfirmation(workspaceId: number, instanceId: number) {
  const confirm = useMutation({ ...mutationFor(whatsappContract.confirmPasskey, { allow: 'all' }), ...quietly });
  return {
    ...useStateOf(confirm),
    confirm: () => confirm.mutate({ workspaceId, params: { id: String(instanceId) } }),
  };
}

function useStateOf({ isPending, isSuccess, error }: { isPending: boolean; isSuccess: boolean; error: unknown }) {
  const { t } = useTranslation();
  return { busy: isPending, sent: isSuccess, error: error && !isSessionOver(error) ? errorText(t, error) : undefined };
}
