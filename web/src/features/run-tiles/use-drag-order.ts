import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Moves the items of a list by dragging a handle. Returns the id of the dragged item. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  move: (id: string, to: number) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const follow = useEffectEvent((y: number) => {
    if (dragged === undefined) return;
    const others = order.filter((id) => id !== dragged);
    const items = [...(list.current?.children ?? [])];
    const middleOf = (id: string) => {
      const box = items[order.indexOf(id)]?.getBoundingClientRect();
      return box ? box.top + box.height / 2 : 0;
    };
    const to = others.filter((id) => middleOf(id) < y).length;
    if (to !== order.indexOf(dragged)) move(dragged, to);
  });

  // On the window, because an element that changes its place in the document loses the pointer.
  useEffect(() => {
    if (dragged === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const end = () => setDragged(undefined);
    window.addEventListener('pointermove', (event) => follow(event.clientY), { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => stop.abort();
  }, [dragged]);

  return {
    dragged,
    startAt: (id: string) => (event: PointerEvent) => {
      event.preventDefault();
      setDragged(id);
    },
  };
}
