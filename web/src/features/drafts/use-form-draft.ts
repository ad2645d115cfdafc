import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';

import { type DraftName, useKept } from './use-draft.ts';

/** A form that restores its values when its dialog reopens, until `discard`. */
export function useFormDraft<Values extends FieldValues>(
  name: DraftName,
  defaultValues: DefaultValues<Values>,
  resolver?: Resolver<Values>,
) {
  const { kept, keep, discard } = useKept<Values>(name);
  const [values] = useState(kept);
  const form = useForm<Values>({ defaultValues, ...(resolver && { resolver }), ...(values && { values }) });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: (told) => keep(told.values) }), [form, keep]);
  return { form, discard };
}
