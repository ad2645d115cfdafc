/** Of a workspace, beside those that are over; all of them fit into one transaction. */
export const maxPlannedRuns = 50;
/** Of those, by webhooks. */
export const maxByWebhook = 40;
/** Those that are over, which stay for a day, included. */
export const maxByWebhookDaily = 200;
