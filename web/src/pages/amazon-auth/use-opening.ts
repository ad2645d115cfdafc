import { useState } from 'react';

/** Of a dialog that is loaded when it is first asked for, and stays while it closes. */
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
