/** How a group hears that its command worked: as a reaction to the message, or as a text. */
export const successStyles = ['reaction', 'text'] as const;
export type SuccessStyle = (typeof successStyles)[number];
