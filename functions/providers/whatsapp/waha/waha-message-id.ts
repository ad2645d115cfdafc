const serialized = /^(?:true|false)_[^_]+_([^_]+)(?:_(.+))?$/;

const bare = /^[0-9A-Z]{12,64}$/i;

/** The id in `<fromMe>_<chat>_<id>[_<participant>]`, or the id itself. */
export const messageIdIn = (text: string): string | undefined =>
  serialized.exec(text)?.[1] ?? (bare.test(text) ? text : undefined);

export const participantIn = (text: string): string | undefined => serialized.exec(text)?.[2];
