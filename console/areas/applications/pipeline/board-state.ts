import type { RefObject } from 'react';
import type { Application, ApplicationStage } from '../../../core/api/records.ts';
import type { Asked } from '../queue/move-with-reason.tsx';

/** The card that is being dragged, and what moves it. */
export interface Dragged {
  application: Application;
  move: (stage: ApplicationStage) => void;
}

export interface BoardState {
  jobAdId: number;
  dragged: Dragged | undefined;
  setDragged: (dragged: Dragged | undefined) => void;
  /** The applications that the user has moved. */
  own: Set<number>;
  /** The one that was moved in the menu last. The focus follows it into its new column. */
  moved: RefObject<number | undefined>;
  /** Asks for the reason of a move. The card cannot do it: it disappears from its column when a colleague moves it. */
  ask: (asked: Asked) => void;
  mayMove: boolean;
}
