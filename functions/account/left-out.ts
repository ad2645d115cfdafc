/** Item types that the export omits, by reason. */
export const hiddenTypes = {
  'keys that only point to what is listed, and names that are taken':
    'membership workspaceName triggerName link skillUser customer instancePointer shared groupLock phone',
  'secrets, as they are stored: webhook tokens, those of access keys, tokens of Alexa, keys of WhatsApp lines':
    'access line lwaToken signInState',
  'marks of the browsers that you used and of the sessions that you ended, as hashes and times':
    'userSession signedOut knownBrowsers',
  'what the product notes for itself for a short time: work in progress, locks, checks, limits, notices, the devices that Alexa has been told of':
    'outbox lease check reported claim openRun receipt doneReceipt groupTurns forgetting workspaceCount deletionCount connecting connects pairingCodes movedAccount moveOffer permits warmToken',
  'commands in WhatsApp groups by the identifier of who wrote them, kept for two to 90 days; your runs name the person':
    'groupMessage',
};

/** Fields of exported items that the export omits, by reason. */
export const hiddenFields = {
  'what another list shows: who owns an item, which is you, and the last runs of a trigger':
    'identity.userId session.userId session.name workspace.userId trigger.userId trigger.run trigger.overtaken instance.userId group.userId deletion.userId',
  'secrets as they are stored, and hashes of secrets, browsers and accounts':
    'user.accountHash session.browserHash workspace.tokenHash workspace.tokenSealed workspace.oldTokenHash grant.sealedRefresh accessKey.hash accessKey.secretSealed accessKey.oldHash accessKey.oldSealed instance.lineHash',
  'numbers by which the product orders changes and knows what belongs together':
    'workspace.lastLink workspace.triggerCount workspace.planChanges workspace.keyChanges workspace.link.number grant.version trigger.link triggerText.link plannedRun.link plannedRun.rev plannedRun.keyed subscription.rev subscription.generation instance.link instance.generation instance.rev instance.reference.generation group.link group.generation group.line',
  'notes of the product inside an item for work in progress, limits and its next check':
    'trigger.rangAt trigger.chain trigger.openSince trigger.closedAt trigger.coolSince trigger.coolRun accessKey.coolSince accessKey.coolRun accessKey.tapMinute accessKey.taps trigger.receipt.lastLearnt run.receiptId subscription.pendingCheckout subscription.syncedAt subscription.askUntil subscription.askedAt subscription.dueAt instance.shardId instance.factAt instance.pictureAt instance.connectingSince instance.doubtSince instance.qrUntil instance.heardAt instance.wokenAt instance.revivals instance.comparedAt instance.starts instance.startedAt instance.restarted instance.dueAt told.dueAt',
};
