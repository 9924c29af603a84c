import type { ReadProperty } from '../values.ts';

/** What speaks for a value. Each is a yes or no that a person can check in the CV. */
export interface Evidence {
  property: ReadProperty;
  /** As in WeighedValue. */
  index: number;
  signals: Readonly<Record<string, boolean>>;
  /** Indexes of the lines that have the value, ascending. */
  lines: readonly number[];
}
