import type { Recognizer } from '../recognize/recognizer.ts';
import type { ReadNotes } from './lines.ts';

export interface ReadOptions {
  /** Receives what was left out. */
  notes?: ReadNotes;
  /** Reads scans and pictures. Without it, they have no text. */
  recognizer?: Recognizer;
}
