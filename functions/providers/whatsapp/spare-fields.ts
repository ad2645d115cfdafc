import * as z from 'zod/mini';

/** A field without which an event is still read; one of another type counts as absent. */
export const spare = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullish(schema), undefined);

export const spareText = spare(z.string());
