/** Lets the skill's client enable the skill for a person. */
export const linkingScope = 'alexa::skills:account_linking';
/** Comes with `AcceptGrant` alone; nobody asks for it on a page. */
export const eventsScope = 'alexa::async_event:write';
/** What the skill's account linking asks for. */
export const profileScope = 'profile';
