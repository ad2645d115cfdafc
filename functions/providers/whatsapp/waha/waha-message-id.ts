const serialized = /^(?:true|false)_[^_]+_([^_]+)(?:_(.+))?$/;

/** WhatsApp's own id in `<fromMe>_<chat>_<id>[_<participant>]`; undefined for what does not look like that. */
export const messageIdIn = (text: string): string | undefined => serialized.exec(text)?.[1];

/** Who wrote it, where the id tells. */
export const participantIn = (text: string): string | undefined => serialized.exec(text)?.[2];
