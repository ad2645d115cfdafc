import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { reconnectButton } from '#shared/rules/reconnect-button.ts';

export const outcomeWords: Readonly<Record<Outcome, { is: string; fix: string }>> = {
  sent: {
    is: 'Alexa took the event. Whether the routine ran is unknown.',
    fix: 'Where nothing happened at home: is there a routine on this device in the Alexa app, switched on?',
  },
  workspaceInactive: {
    is: 'The workspace is switched off, so nothing fires.',
    fix: 'Its owner activates it on the page of workspaces, and links Amazon again.',
  },
  planRequired: {
    is: 'The plan does not include this channel.',
    fix: 'Its owner subscribes. Where they have paid: see "Plan" above, and billing-jobs-drift in the runbook.',
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
    fix: 'gateway.misconfigured and gateway.notTaken in the log; the runbook has an entry for each.',
  },
  unknown: {
    is: 'The event had left us and no answer came in time: it may have fired. It is never sent twice.',
    fix: 'Look at home. Many at once: the state of Alexa at Amazon.',
  },
};
