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
    ? { is: `Alexa took the event. ${is}`, fix }
    : { is: `${told.is} ${is}`, fix: `${told.fix} ${fix}` };
}

const answerWords: Readonly<Record<Answer, Words>> = {
  ran: { is: 'Its routine confirmed that it ran.', fix: 'Nothing.' },
  shared: {
    is: 'The routine confirmed a run while several were open, so nobody can tell which one ran.',
    fix: 'Nothing, or let a run end before the next one.',
  },
  awaited: { is: 'Its routine has not confirmed it yet.', fix: 'Look again in ten minutes.' },
  none: {
    is: 'Its routine did not confirm it.',
    fix: 'Its owner looks in the Alexa app: is the routine switched on, does this device start it, and is the device that confirms among its actions?',
  },
};

export const outcomeWords: Readonly<Record<Outcome, Words>> = {
  sent: {
    is: 'Alexa took the event. Whether the routine ran is unknown, because it does not confirm its runs.',
    fix: 'Where nothing happened at home: is there a routine on this device in the Alexa app, switched on?',
  },
  workspaceInactive: {
    is: 'The workspace is switched off, so nothing runs.',
    fix: 'Its owner activates it on the page of workspaces, and links Amazon again.',
  },
  planRequired: {
    is: 'The plan does not include this channel.',
    fix: 'Its owner subscribes. Where they have paid: see "Plan" above, and billing-jobs-drift in docs/alarms.md.',
  },
  disabled: {
    is: 'The trigger was switched off.',
    fix: 'Its owner switches it on, in the details of the trigger.',
  },
  notLinked: {
    is: 'No Amazon account was linked.',
    fix: 'Its owner links one on the page of the Amazon account.',
  },
  skillNotEnabled: {
    is: 'The skill was not enabled for the linked Amazon account, so we had no permission to send.',
    fix: 'Its owner enables the skill in the Alexa app, with the very account that is linked.',
  },
  grantRevoked: {
    is: 'Amazon no longer accepted our access: the skill was disabled, or the permission removed.',
    fix: `Its owner opens the page of the Amazon account and presses "${reconnectButton.en}". Above, "Alexa skill" says how it stands now.`,
  },
  reinstallSkill: {
    is: 'The permission was over, or Amazon did not know the skill for this account, and connecting anew would not help.',
    fix: 'Its owner disables and enables the skill in the Alexa app.',
  },
  tooMany: {
    is: 'The trigger had run too often within that minute.',
    fix: 'The caller has to call less often; the limit is RUNS_PER_MINUTE of the stage.',
  },
  workspaceTooMany: {
    is: 'The triggers of the workspace had run too often within that minute.',
    fix: 'Its callers have to call less often; the limit is WORKSPACE_RUNS_PER_MINUTE of the stage.',
  },
  coolingDown: {
    is: 'A condition of the trigger, or of the access key: not again so soon after a run.',
    fix: 'Nothing, or its owner changes the condition.',
  },
  notNow: {
    is: 'A condition of the trigger, or of the access key: only at certain times.',
    fix: 'Nothing, or its owner changes the condition. Hours are those of the zone of the workspace.',
  },
  notHere: {
    is: 'A condition of the trigger, or of the access key: only by certain channels, or from certain networks.',
    fix: 'Nothing, or its owner changes the condition.',
  },
  notYou: {
    is: 'A condition of the trigger: only certain people of its groups.',
    fix: 'Nothing, or its owner adds the person.',
  },
  missed: {
    is: 'The clock came to this planned run more than ten minutes late, so it was left out.',
    fix: 'Nothing; a rule continues. Why the clock was late: see clock-late in docs/alarms.md.',
  },
  echo: {
    is: 'A voice command within three seconds of a run, as a routine sends it that starts its own trigger; held back on purpose.',
    fix: 'Nothing, or take this device out of the actions of its own routine.',
  },
  loop: {
    is: 'Six voice runs in a row, each within two minutes of the one before, or ten at nearly equal gaps: its own routine starts the trigger. Held back on purpose, after six for ten minutes.',
    fix: 'Its owner opens the routine in the Alexa app and deletes the action that starts this device. Other channels go on working.',
  },
  throttled: {
    is: 'Amazon asked us to slow down.',
    fix: 'Wait. Many at once: metric "runs" by outcome.',
  },
  unavailable: {
    is: 'Amazon did not answer, or we did not get as far as asking. Nothing was sent.',
    fix: 'Call again. Many at once: the state of Alexa at Amazon, then the table.',
  },
  rejected: {
    is: 'Amazon did not take our message: our fault, or a setting of the skill.',
    fix: 'gateway.misconfigured and gateway.notTaken in the log; docs/error-lines.md explains both.',
  },
  unknown: {
    is: 'The event had left us and no answer came in time: it may have run. It is never sent twice.',
    fix: 'Look at home. Many at once: the state of Alexa at Amazon.',
  },
};
