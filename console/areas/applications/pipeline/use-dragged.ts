import { useEffect, useState } from 'react';
import type { Dragged } from './board-state.ts';

const ENDS = ['dragend', 'drop', 'pointerdown'] as const;

/**
 * The card that is being dragged. When a colleague moves the application meanwhile, the card is removed from its column, and a browser
 * reports the end of a drag only to a card that is there. Then the first move of the mouse with no button pressed shows that it is over.
 */
export function useDragged() {
  const [dragged, setDragged] = useState<Dragged | undefined>();
  useEffect(() => {
    if (dragged === undefined) return;
    const end = () => setDragged(undefined);
    const onMove = ({ buttons }: MouseEvent) => buttons === 0 && end();
    for (const event of ENDS) document.addEventListener(event, end);
    document.addEventListener('mousemove', onMove);
    return () => {
      for (const event of ENDS) document.removeEventListener(event, end);
      document.removeEventListener('mousemove', onMove);
    };
  }, [dragged]);
  return [dragged, setDragged] as const;
}
