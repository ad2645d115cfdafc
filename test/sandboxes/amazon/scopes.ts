/** Allows the skill's client to enable the skill for a user. */
export const linkingScope = 'alexa::skills:account_linking';
/** Granted only with `AcceptGrant`; no page requests it. */
export const eventsScope = 'alexa::async_event:write';
/** The scope of the skill's account linking. */
export const profileScope = 'profile';
