import { body, id, longText, optional, reference, Type } from '../../../core/http/schema.ts';

export const StatusPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });

export const StatusUpdate = body('RequestStatusUpdateDto', {
  statusId: reference(
    'request status',
    '1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed (GET /masterdata/requeststatus).',
    { examples: [3] },
  ),
  comment: optional(longText('Reason for the status, shown in statusHistory.')),
});
