import { useEffect, useState } from 'react';

/** Focuses the first invalid field of a form after it has rendered. */
export function useFocusOnProblem(formId: string): () => void {
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (asked > 0) document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked, formId]);
  return () => ask((count) => count + 1);
}
