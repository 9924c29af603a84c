import { body, id, longText, optional, reference, Type } from '../../../core/http/schema.ts';

export const StatusPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });

export const StatusUpdate = body('RequestStatusUpdateDto', {
  statusId: reference(
    'request status',
    '1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed (GET /masterdata/requeststatus).',
    { examples: [3] },
  ),
  comment: optional(longText('Why the status was set.')),
});
