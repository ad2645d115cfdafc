/** Maximum length of a trigger's description, in code points. */
export const maxDescriptionLength = 280;
