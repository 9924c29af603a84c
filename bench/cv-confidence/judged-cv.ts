import type { CvFacts } from '../../server/areas/documents/cv/extract/facts.ts';
import type { ReadProperty } from '../../server/areas/documents/cv/values.ts';

/** A CV, with somebody who can tell whether a value was read correctly. */
export interface JudgedCv {
  id: string;
  file: string;
  /** Undefined if the CV leaves it open. `index` is the place of the value in its list of the facts. */
  isRight(found: CvFacts, property: ReadProperty, index: number): boolean | undefined;
}
