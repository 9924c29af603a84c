import type { RequestContext } from '../../core/http/index.ts';

/**
 * The form of the records that the feed and the windows announce. Readers keep the number with their copy, and load everything again
 * when it is another one. No change announces that records have a new property, or that a value is derived differently.
 *
 * Raise it when a response that reads such a record gets or loses a property, or has another value for the same data, and run
 * `npm run gen`. `npm run check` notices properties (server/checks/record-forms.ts). Nothing notices a value that is derived
 * differently, or that a migration rewrites without entries in the change log. Each raise makes every copy load everything again.
 */
export const RECORD_FORM = 3;

/** The header of `nameRecordForm`, for the description of an endpoint. */
export const recordFormHeader = {
  'record-form':
    'Number of the form of records. If it differs from the one stored with a copy, records have other properties or values that are derived differently, which no change announces: make a full export.',
};

/** Names the form in the response. */
export function nameRecordForm({ setHeader }: Pick<RequestContext<unknown, unknown, unknown>, 'setHeader'>) {
  setHeader('record-form', String(RECORD_FORM));
}
