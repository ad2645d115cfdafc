import { useState } from 'react';

/** State of a dialog that loads when it first opens and stays mounted while it closes. */
export function useOpening() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return {
    asked,
    open,
    start: () => {
      setAsked(true);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
