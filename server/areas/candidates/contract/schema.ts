import { body, flag, nullable, optional, utc } from '../../../core/http/schema.ts';

export const WorkContractChange = body('WorkContractDto', {
  isWorkContractSigned: optional(flag('Whether the contract is signed.', { examples: [true] })),
  workContractSignedAtUtc: optional(
    utc('When the contract was signed. Defaults to the time of the call if the contract becomes signed.'),
  ),
  didNotShowUpForWork: optional(
    flag('Whether the candidate failed to start the job.', { examples: [false] }),
  ),
});

export const EndOfOperationChange = body('EndOfOperationDto', {
  endOfOperationAtUtc: nullable(utc('End of operation, stored in milliseconds. Null clears it.')),
});
