import { maxAccessKeys, maxKeyNameLength } from './access-key-limits.ts';
import { maxPlannedRuns } from './rules/schedule/limits.ts';
import { maxDescriptionLength } from './text-lengths.ts';
import { maxFreeWorkspaces } from './workspace-limit.ts';

/** HTTP status and English message. The app translates the key (`refusals.<key>`). */
export const refusals = {
  'request.invalid': [400, 'Some fields are not valid.'],
  'request.notJson': [400, 'The body is not valid JSON.'],
  'request.foreignOrigin': [403, 'This request came from another site.'],
  'request.pageOutdated': [403, 'The page was out of date, so nothing was changed. Try again.'],
  'request.notFound': [404, 'There is nothing here.'],
  'request.methodNotAllowed': [
    405,
    'This address does not support that method; the Allow header lists those that it does.',
  ],
  'request.tooLarge': [413, 'The request is too large.'],
  'request.contentType': [415, 'Send the body as application/json.'],
  'request.tooMany': [429, 'Too many requests. Try again shortly.'],
  'server.failed': [500, 'Something went wrong on our side.'],
  'server.busy': [503, 'We could not reach our own records. Try again shortly.'],

  'auth.sessionExpired': [401, 'Your session has expired. Please sign in again.'],
  'auth.cancelled': [400, 'Sign-in was canceled.'],
  'auth.stateInvalid': [400, 'This sign-in link was already used or is too old. Please try again.'],
  'auth.providerRefused': [400, 'The sign-in could not be confirmed. Please try again.'],
  'auth.providerUnavailable': [503, 'The sign-in service is not responding. Try again shortly.'],
  'auth.amazonNotConfigured': [503, 'Sign-in with Amazon is not set up yet.'],
  'auth.googleNotConfigured': [503, 'Sign-in with Google is not set up yet.'],

  'account.deletionTooOften': [
    429,
    'The deletion was planned too often. It can be planned again in 24 hours at the latest.',
  ],

  'workspace.notFound': [404, 'There is no such workspace.'],
  'workspace.nameRequired': [400, 'Name is required.'],
  'workspace.nameTooLong': [400, 'Name must be at most 110 characters.'],
  'workspace.nameUnreadable': [400, 'Use letters, numbers or other visible characters.'],
  'workspace.nameTaken': [409, 'A workspace with this name already exists.'],
  'workspace.isYourDefault': [409, 'Cannot deactivate your default workspace'],
  'workspace.flaggedDefault': [409, 'Cannot deactivate a workspace set as default'],
  'workspace.subscriptionRunning': [409, 'Cannot deactivate a workspace with an active subscription'],
  'workspace.inactive': [409, 'This workspace is inactive. Activate it first.'],
  'workspace.limitReached': [
    409,
    `More than ${maxFreeWorkspaces} workspaces require an active plan or trial in one of them.`,
  ],
  'workspace.tooMany': [429, 'The triggers of this workspace ran too often. Try again shortly.'],
  'workspace.planRequired': [409, 'This needs an active plan or trial.'],

  'trigger.notFound': [404, 'There is no such trigger.'],
  'trigger.nameTooShort': [400, 'Name must have at least 3 characters.'],
  'trigger.nameTooLong': [400, 'Name must have at most 110 characters.'],
  'trigger.nameCharacters': [400, 'Only letters, numbers and spaces are allowed.'],
  'trigger.nameTaken': [409, 'A trigger with this name already exists. Please choose a different name.'],
  'trigger.confirmingNameTaken': [
    409,
    'This name is reserved for the device that confirms another trigger: that trigger\'s name and "ok". Choose a different name.',
  ],
  'trigger.descriptionTooLong': [400, `Description must have at most ${maxDescriptionLength} characters.`],
  'trigger.changedElsewhere': [409, 'This trigger was changed somewhere else. Reload and try again.'],
  'trigger.limitReached': [409, 'Alexa allows 300 devices per Amazon account. Delete a trigger first.'],
  'trigger.disabled': [409, 'This trigger is switched off. Switch it on first.'],
  'trigger.tooMany': [429, 'This trigger ran too often. Try again shortly.'],
  'trigger.coolingDown': [429, 'This trigger was sent a moment ago and cannot run again yet.'],
  'trigger.notNow': [409, 'This trigger cannot run at this time.'],
  'trigger.notHere': [403, 'This trigger cannot be run in this way, or from this network.'],
  'trigger.notYou': [403, 'Only some people can run this trigger.'],
  'trigger.loop': [429, 'Alexa called this trigger over and over. Check its routine.'],
  'trigger.missed': [409, 'Our clock was more than ten minutes late, so this scheduled run was skipped.'],
  'trigger.alreadyRunning': [409, 'A run with this Idempotency-Key is still in progress.'],
  'trigger.keyInvalid': [400, 'Idempotency-Key, or id in the address, must have 1 to 128 characters.'],
  'trigger.keysDiffer': [400, 'Idempotency-Key, id in the address and webhook-id must be the same. Send one of them.'],

  'plannedRun.notFound': [404, 'There is no such scheduled run.'],
  'plannedRun.timeInvalid': [400, 'Give either days and a time, or a moment within the next year.'],
  'plannedRun.delayInvalid': [400, 'Write how long to wait as in=15m, in=2h or in=1d, from a minute to seven days.'],
  'plannedRun.zoneMissing': [409, 'This workspace has no time zone yet. Choose one first.'],
  'plannedRun.limitReached': [409, `A workspace can have up to ${maxPlannedRuns} scheduled runs. Delete one first.`],

  'accessKey.notFound': [404, 'There is no such access key.'],
  'accessKey.nameInvalid': [400, `Give it a name of up to ${maxKeyNameLength} characters.`],
  'accessKey.endInvalid': [400, 'Choose an expiration date in the future.'],
  'accessKey.limitReached': [409, `A workspace can have up to ${maxAccessKeys} access keys. Revoke one first.`],
  'accessKey.ended': [410, 'This access key has expired. Ask whoever gave it to you for another one.'],
  'accessKey.firesNowOnly': [
    409,
    'This access key counts its uses or has conditions, so it can only run triggers immediately. Leave out in=.',
  ],
  'accessKey.usedUp': [
    410,
    'This access key has been used as often as allowed. Ask whoever gave it to you for another one.',
  ],

  'amazon.notLinked': [409, 'Link an Amazon account to this workspace first.'],
  'amazon.skillNotEnabled': [
    409,
    'Alexa does not accept commands for this Amazon account. Enable the skill in the Alexa app; if it is enabled there already, disable and enable it.',
  ],
  'amazon.grantRevoked': [409, 'Amazon token expired, reconnect your Amazon account on the authentication page'],
  'amazon.reinstallSkill': [409, 'Disable and enable the skill in the Alexa app, then try again.'],
  'amazon.enableSkill': [409, 'Enable the skill in the Alexa app, then try again.'],
  'amazon.skillDisabled': [409, 'The skill was disabled in the Alexa app.'],
  'amazon.skillNotFound': [409, 'Alexa says that the skill is not enabled for this account.'],
  'amazon.accessEnded': [
    409,
    'Alexa no longer accepts our access: the skill was disabled or the permission was revoked.',
  ],
  'amazon.allowDeclined': [409, 'You did not allow us to enable the skill at Alexa.'],
  'amazon.accountNotConfirmed': [409, 'You did not confirm the account at Amazon, and Alexa needs that.'],
  'amazon.otherAccountChosen': [409, 'You did not choose the linked Amazon account. Choose that one.'],
  'amazon.consentRefused': [409, 'Amazon did not accept your consent. Please try again.'],
  'amazon.enablementRefused': [409, 'Amazon does not let us enable the skill here. Enable it in the Alexa app.'],
  'amazon.enablementNotConfigured': [
    503,
    'Enabling the skill is not set up correctly here. Enable it in the Alexa app.',
  ],
  'amazon.enablementUnavailable': [503, 'Amazon could not be reached, or had a problem. Try again shortly.'],
  'amazon.connectTooOften': [
    429,
    'You connected too often within an hour. Try again later, or enable the skill in the Alexa app.',
  ],
  'amazonAuth.accountInUseModal.title': [409, 'This Amazon account is already linked to a workspace.'],
  'amazon.otherAccountLinked': [
    409,
    'This workspace is linked to another Amazon account. Sign out of Amazon, then sign in with the linked one.',
  ],

  'instance.notFound': [404, 'There is no such WhatsApp connection.'],
  'instance.notConnected': [409, 'Connect WhatsApp to this workspace first.'],
  'instance.notPairing': [409, 'No number is being connected here. Start again.'],
  'instance.alreadyConnected': [409, 'This workspace already has a WhatsApp number. Disconnect it first.'],
  'instance.notShareable': [409, 'This WhatsApp connection cannot be shared now. Choose another one.'],
  'instance.pairingCodeRefused': [409, 'WhatsApp gave no code for this number. Check it, or scan the QR code.'],
  'instance.pairingCodeTooOften': [
    429,
    'This workspace requested too many codes. Scan the QR code, or try again in an hour at the latest.',
  ],
  'instance.passkeyRefused': [409, 'WhatsApp did not accept the passkey. Start again.'],
  'group.notFound': [404, 'There is no such group.'],
  'group.nameRequired': [400, 'Choose a group.'],
  'group.alreadyLinked': [409, 'This group is already linked.'],
  'group.prefixInvalid': [400, 'Use one word of up to 20 letters or digits, or a slash (/).'],
  'group.limitReached': [409, 'A workspace can link up to 100 groups. Unlink one first.'],
  'whatsapp.unavailable': [503, 'WhatsApp is not responding. Try again shortly.'],
  'whatsapp.full': [503, 'There is no room for another WhatsApp number right now. Try again later.'],
  'whatsapp.notConfigured': [503, 'WhatsApp is not set up yet.'],

  'subscription.unknownPrice': [400, 'There is no such plan.'],
  'subscription.invalidWorkspace': [400, 'Invalid workspace ID'],
  'subscription.cardDeclined': [402, 'The card was declined. Try another one.'],
  'subscription.alreadyRunning': [409, 'This workspace already has a subscription.'],
  'subscription.trialUsed': [409, 'One of your accounts has already had a free trial. You can subscribe without one.'],
  'subscription.noCustomer': [409, 'There is no subscription to manage yet. Choose a plan first.'],
  'subscription.notRunning': [409, 'There is no running subscription to change.'],
  'subscription.providerFailed': [502, 'The payment service did not accept our request. We are looking into it.'],
  'subscription.providerBusy': [503, 'The payment service is not responding. Try again shortly.'],
  'subscription.notConfigured': [503, 'Subscriptions are not set up yet.'],

  'alexa.throttled': [503, 'Alexa is busy. Try again shortly.'],
  'alexa.unavailable': [503, 'Alexa is not responding. Try again shortly.'],
  'alexa.rejected': [502, 'Alexa did not accept our message. We are looking into it.'],
  'alexa.deviceLeftOut': [409, 'Alexa does not accept a device with this name. Rename the trigger.'],
  'alexa.unknownOutcome': [504, 'Alexa may have received this, but did not confirm in time.'],
} as const satisfies Readonly<Record<string, readonly [status: number, sentence: string]>>;

export type RefusalCode = keyof typeof refusals;

/** `fields` maps form fields to refusal codes. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: Readonly<Record<string, RefusalCode>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    details: { fields?: Record<string, RefusalCode>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(refusals[code][1], { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return refusals[this.code][0];
  }
}
