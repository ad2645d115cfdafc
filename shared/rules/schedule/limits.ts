/** Per workspace, without finished runs. All of them fit into one transaction. */
export const maxPlannedRuns = 50;
/** The part of these that webhooks may create. */
export const maxByWebhook = 40;
/** Includes finished runs, which are kept for a day. */
export const maxByWebhookDaily = 200;
