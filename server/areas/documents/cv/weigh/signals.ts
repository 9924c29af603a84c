import type { ValueProperty } from '../values.ts';

/** What speaks for a value. Each is a yes or no that a person can check in the CV. */
export interface Evidence {
  property: ValueProperty;
  /** As in WeighedValue. */
  index: number;
  signals: Readonly<Record<string, boolean>>;
  /** Indexes of the lines that have the value, ascending. */
  lines: readonly number[];
}
