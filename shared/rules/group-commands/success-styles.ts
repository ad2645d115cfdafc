/** How the group is notified of a successful command: a reaction to the message, or a text. */
export const successStyles = ['reaction', 'text'] as const;
export type SuccessStyle = (typeof successStyles)[number];
