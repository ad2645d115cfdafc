export const maxAccessKeys = 50;
/** In code points. */
export const maxKeyNameLength = 40;
