import { body, id, longText, optional, reference, Type } from '../../../core/http/schema.ts';

export const StatusPath = Type.Object({ id: id('Id of the candidate.') });

export const StatusUpdate = body('StatusUpdateDto', {
  statusId: reference('candidate status', '23 archived, 2003 hired, 2004 rejected, 2005 qualified.', {
    examples: [2005],
  }),
  comment: optional(longText('Why the status was set.')),
});
