import { reconnectButton } from '#shared/rules/reconnect-button.ts';

import type { FindingTexts, Named } from './finding-texts.ts';

const ofTriggers = (one: string, several: string) => (named: Named) =>
  `In the workspace ${named.workspace}, ${named.count === 1 ? one : several} ${named.names}`;

const check = (page: string): string =>
  `Open ${page} and choose “Check” in the menu of the trigger: it says at which step it stops and what helps.`;

export const en: FindingTexts = {
  several: (count) => `${count} things need your attention`,
  rows: {
    grantEnded: {
      subject: 'your triggers no longer reach Alexa',
      what: ({ workspace }) => `The triggers of the workspace ${workspace} no longer reach Alexa.`,
      next: (page) => `To make them work again, open ${page}, press “${reconnectButton.en}” and allow it on Amazon.`,
    },
    grantUnconfirmed: {
      subject: 'Amazon does not confirm our access',
      what: ({ workspace }) =>
        `For more than 48 hours Amazon has not confirmed our access to the Alexa of the workspace ${workspace}. Its triggers may not work.`,
      next: (page) => `Open ${page} to check again and see what to do.`,
    },
    deviceLeftOut: {
      subject: 'a device is missing from Alexa',
      what: (named) =>
        `${ofTriggers('Alexa does not have the device of the trigger', 'Alexa does not have the devices of the triggers')(named)}. Routines that use what is missing do not work.`,
      next: check,
    },
    startsItself: {
      subject: 'a trigger ran in a loop',
      what: (named) =>
        `${ofTriggers('we stopped the repetition of the trigger', 'we stopped the repetition of the triggers')(named)}: its routine seems to contain the trigger itself.`,
      next: (page) =>
        `Open that routine in the Alexa app and remove the device of the trigger from its actions. The history is at ${page}`,
    },
    receiptsSilent: {
      subject: 'a routine no longer answers',
      what: (named) =>
        `${ofTriggers('the routine no longer confirms the runs of the trigger', 'the routines no longer confirm the runs of the triggers')(named)}.`,
      next: check,
    },
    slow: {
      subject: 'a routine is slower than usual',
      what: (named) =>
        `${ofTriggers('it takes at least three times as long as usual to run the routine of the trigger', 'it takes at least three times as long as usual to run the routines of the triggers')(named)}.`,
      next: check,
    },
    nightlyFailed: {
      subject: 'the nightly check failed',
      what: ({ workspace, names }) =>
        `The nightly check of the workspace ${workspace} failed.${names === '' ? '' : ` It uses the trigger ${names}.`}`,
      next: check,
    },
    numberLost: {
      subject: 'WhatsApp was disconnected',
      what: ({ workspace }) =>
        `The WhatsApp number of the workspace ${workspace} was disconnected. The groups linked to it were removed, and messages no longer run triggers.`,
      next: (page) => `To use groups again, connect the number and link the groups at ${page}`,
    },
    numberSilent: {
      subject: 'WhatsApp has no connection',
      what: ({ workspace }) =>
        `The WhatsApp number of the workspace ${workspace} has had no connection for more than an hour. Messages in its groups may not run triggers.`,
      next: (page) =>
        `Make sure that the phone of this number is on and online. The state of the connection is at ${page} ; while it is shown there as lost, you need not connect it again.`,
    },
    planEnds: {
      subject: 'your plan is about to end',
      what: ({ workspace, day }) =>
        `The plan of the workspace ${workspace} ends on ${day}. After that, WhatsApp commands stop; everything else keeps working.`,
      next: (page) => `If you want to keep the plan, resume the subscription at ${page}`,
    },
    trialEnds: {
      subject: 'your trial is about to end',
      what: ({ workspace, day }) =>
        `The trial of the workspace ${workspace} ends on ${day}, and there is no card. After that, WhatsApp commands stop; everything else keeps working.`,
      next: (page) => `If you want to continue, add a card at ${page}`,
    },
    cardExpires: {
      subject: 'your card expires before the next charge',
      what: ({ workspace, day }) =>
        `The card that pays for the plan of the workspace ${workspace} expires before the next charge on ${day}.`,
      next: (page) => `Replace the card at ${page}`,
    },
    accessKeyEnds: {
      subject: 'an access key is about to expire',
      what: ({ workspace, names, count, day }) =>
        count === 1
          ? `The access key ${names} of the workspace ${workspace} expires on ${day}. What uses it stops working then.`
          : `The access keys ${names} of the workspace ${workspace} expire soon, the first on ${day}. What uses them stops working then.`,
      next: (page) => `If it is still needed, give it a later expiration date at ${page}`,
    },
  },
  ended: {
    skillDisabled: 'Amazon says that the skill was disabled in the Alexa app.',
    accessEnded: 'Alexa no longer accepts our access: the skill was disabled or the permission was revoked.',
    disabledByUs: 'We disabled the skill, as you asked, and it has not been enabled since.',
    notFound: 'Alexa says that the skill is not enabled for this account.',
  },
  enableSkill: (page) =>
    `To make them work again, disable and enable the skill in the Alexa app; if it is disabled already, just enable it. See how at ${page}`,
  skillPage: (address) => `The page of the skill: ${address}`,
  nights: {
    noAnswer: 'Alexa accepted the run, but the routine did not answer.',
    notTaken: 'Alexa could not be reached, or accepted no runs at that time.',
    refused: 'Alexa refused the run.',
    tooOften: 'In that minute the trigger had already run too often.',
    unsure: 'We do not know whether Alexa accepted the run; the routine did not answer.',
  },
  lost: {
    removed: 'WhatsApp no longer accepts this linked device.',
    lostTooLong: 'The connection was lost for a whole day.',
    phoneTaken: 'The same number was connected in another account.',
    notScanned: 'The code was not scanned in time.',
    failed: 'The connection to WhatsApp failed.',
  },
  more: (count) => `and ${count} more`,
};
