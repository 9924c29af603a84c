import type { Field, FormError } from '../application/form.ts';
import type { HeldFile } from '../application/held-uploads.ts';
import type { ConsentTexts } from '../consents.ts';

/** What the application form shows. */
export interface FormState {
  token: string;
  salutations: readonly { id: number; name: string }[];
  countries: readonly { id: number; name: string }[];
  consents: ConsentTexts;
  maximumMegabytes: number;
  /** The values that the visitor sent before, and those from the CV. Empty for a new form. */
  values: ReadonlyMap<string, string>;
  errors: readonly FormError[];
  /** The fields that were filled in from the CV. */
  filled: ReadonlyMap<Field, string>;
  /** What came of reading the CV. */
  cvMessage: string | undefined;
  /** The files of earlier submissions. */
  kept: readonly HeldFile[];
  /** Whether the visitor sent files that were not kept. */
  lostFiles: boolean;
}
