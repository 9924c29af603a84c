import { body, flag, nullable, optional, utc } from '../../../core/http/schema.ts';

export const WorkContractChange = body('WorkContractDto', {
  isWorkContractSigned: optional(flag('Contract signed.', { examples: [true] })),
  workContractSignedAtUtc: optional(
    utc('Time of signing; the time of the call when a contract becomes signed without one.'),
  ),
  didNotShowUpForWork: optional(flag('Did not start the job.', { examples: [false] })),
});

export const EndOfOperationChange = body('EndOfOperationDto', {
  endOfOperationAtUtc: nullable(utc('End of operation, kept in milliseconds; null clears it.')),
});
