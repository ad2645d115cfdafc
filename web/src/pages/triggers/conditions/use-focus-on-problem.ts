import { useEffect, useState } from 'react';

/** Moves to the first field of a form that is wrong, once it is drawn so. */
export function useFocusOnProblem(formId: string): () => void {
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (asked > 0) document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked, formId]);
  return () => ask((count) => count + 1);
}
