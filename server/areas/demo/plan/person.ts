import type { Background } from '../lists/names.ts';
import type { Occupation } from '../lists/occupations.ts';

/** What the parts of a demo candidate are made from. */
export interface Person {
  female: boolean;
  background: Background;
  occupation: Occupation;
  bornInGermany: boolean;
  birthDate: Date;
  birthPlace: string;
}
