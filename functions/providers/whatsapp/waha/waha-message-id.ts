const serialized = /^(?:true|false)_[^_]+_([^_]+)(?:_(.+))?$/;

/** From `<fromMe>_<chat>_<id>[_<participant>]`. */
export const messageIdIn = (text: string): string | undefined => serialized.exec(text)?.[1];

export const participantIn = (text: string): string | undefined => serialized.exec(text)?.[2];
