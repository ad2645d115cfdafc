export const maxAccessKeys = 50;
/** Maximum length of an access key's name, in code points. */
export const maxKeyNameLength = 40;
