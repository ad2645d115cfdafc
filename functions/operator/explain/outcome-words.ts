import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import type { Answer } from '#shared/rules/execution/receipts.ts';
import { reconnectButton } from '#shared/rules/reconnect-button.ts';

type Words = { is: string; fix: string };

/** Describes the outcome, with the routine's confirmation if one was expected. */
export function runWords({ outcome, answer }: { outcome: Outcome; answer?: Answer | undefined }): Words {
  const told = outcomeWords[outcome];
  if (!answer) return told;
  const { is, fix } = answerWords[answer];
  if (answer === 'ran') return { is, fix };
  return outcome === 'sent'
    ? { is: `Alexa accepted the event. ${is}`, fix }
    : { is: `${told.is} ${is}`, fix: `${told.fix} ${fix}` };
}

const answerWords: Readonly<Record<Answer, Words>> = {
  ran: { is: 'Its routine confirmed that it ran.', fix: 'None.' },
  shared: {
    is: 'The routine confirmed a run while several were open, so it is unknown which one ran.',
    fix: 'None, or wait for one run to end before the next.',
  },
  awaited: { is: 'Its routine has not confirmed it yet.', fix: 'Check again in ten minutes.' },
  none: {
    is: 'Its routine did not confirm it.',
    fix: 'The owner checks in the Alexa app: is the routine enabled, does this device start it, and does it control the device that confirms?',
  },
};

export const outcomeWords: Readonly<Record<Outcome, Words>> = {
  sent: {
    is: 'Alexa accepted the event. Whether the routine ran is unknown, because it does not confirm its runs.',
    fix: 'If nothing happened at home: does the Alexa app have an enabled routine that this device starts?',
  },
  workspaceInactive: {
    is: 'The workspace is inactive, so nothing runs.',
    fix: 'The owner activates it on the workspaces page and links Amazon again.',
  },
  planRequired: {
    is: 'The plan does not include this channel.',
    fix: 'The owner subscribes. If they have paid, see "Plan" above and billing-jobs-drift in docs/alarms.md.',
  },
  disabled: {
    is: 'The trigger was disabled.',
    fix: 'The owner enables it in the details of the trigger.',
  },
  notLinked: {
    is: 'No Amazon account was linked.',
    fix: 'The owner links one on the page of the Amazon account.',
  },
  skillNotEnabled: {
    is: 'The skill was not enabled for the linked Amazon account, so we had no permission to send.',
    fix: 'The owner enables the skill in the Alexa app, with the account that is linked.',
  },
  grantRevoked: {
    is: 'Amazon no longer accepted our access: the skill was disabled, or the permission removed.',
    fix: `The owner opens the page of the Amazon account and presses "${reconnectButton.en}". "Alexa skill" above shows the current state.`,
  },
  reinstallSkill: {
    is: 'The permission had ended, or Amazon did not know the skill for this account, and reconnecting would not help.',
    fix: 'The owner disables and enables the skill in the Alexa app.',
  },
  tooMany: {
    is: 'The trigger ran too often within that minute.',
    fix: 'Call less often; the limit is RUNS_PER_MINUTE of the stage.',
  },
  workspaceTooMany: {
    is: 'The triggers of the workspace ran too often within that minute.',
    fix: 'Call less often; the limit is WORKSPACE_RUNS_PER_MINUTE of the stage.',
  },
  coolingDown: {
    is: 'A condition of the trigger or access key: the cool-down after the last run.',
    fix: 'None, or the owner changes the condition.',
  },
  notNow: {
    is: 'A condition of the trigger or access key: it may run only at certain times.',
    fix: 'None, or the owner changes the condition. Hours are in the time zone of the workspace.',
  },
  notHere: {
    is: 'A condition of the trigger or access key: it may run only by certain channels or from certain networks.',
    fix: 'None, or the owner changes the condition.',
  },
  notYou: {
    is: 'A condition of the trigger: only certain group members may run it.',
    fix: 'None, or the owner adds the member.',
  },
  missed: {
    is: 'The clock reached this scheduled run more than ten minutes late, so it was skipped.',
    fix: 'None; later runs of the rule are not affected. clock-late in docs/alarms.md explains delays.',
  },
  echo: {
    is: 'A voice command within three seconds of a run, as from a routine that starts its own trigger. It was blocked on purpose.',
    fix: 'None, or remove this device from the actions of its own routine.',
  },
  loop: {
    is: 'Six voice runs in a row, each within two minutes of the last, or ten at nearly equal intervals: the routine starts its own trigger. It was blocked on purpose; after six runs, for ten minutes.',
    fix: 'The owner opens the routine in the Alexa app and deletes the action that controls this device. Other channels still work.',
  },
  throttled: {
    is: 'Amazon asked us to slow down.',
    fix: 'Wait. If there are many, see the metric "runs" by outcome.',
  },
  unavailable: {
    is: 'Amazon did not answer, or we failed before the request. Nothing was sent.',
    fix: 'Call again. If there are many, check the status of Alexa at Amazon, then the table.',
  },
  rejected: {
    is: 'Amazon rejected our message, because of a bug or a setting of the skill.',
    fix: 'See gateway.misconfigured and gateway.notTaken in the log; docs/error-lines.md explains both.',
  },
  unknown: {
    is: 'We sent the event but got no answer in time, so it may have run. It is never sent twice.',
    fix: 'Check at home. If there are many, check the status of Alexa at Amazon.',
  },
};
