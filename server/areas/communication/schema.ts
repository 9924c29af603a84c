import {
  body,
  fileName,
  id,
  line,
  longText,
  oneOf,
  optional,
  partial,
  pastTime,
  reference,
  Type,
  upload,
} from '../../core/http/schema.ts';

export const MAXIMUM_ATTACHMENT_BYTES = 25 * 1024 * 1024;

const communication = {
  communicationTypeId: reference(
    'communication type',
    'Kind of communication (GET /masterdata/communicationtypes).',
    {
      examples: [1],
    },
  ),
  subject: optional(line('Subject.', { examples: ['Interview on Monday'] })),
  text: optional(longText('Text.')),
  occurredAtUtc: pastTime('When the communication took place. Defaults to the time of the call.'),
  direction: optional(oneOf(['in', 'out'], 'From the candidate (in) or to the candidate (out).')),
  userId: optional(
    reference('active or former user', 'User who communicated with the candidate (GET /users).'),
  ),
};

export const CommunicationCreate = body('CommunicationCreateDto', communication);
export const CommunicationChange = partial('CommunicationChangeDto', communication);

export const CommunicationPath = Type.Object({
  candidateId: id('Id of the candidate.'),
  communicationId: id('Id of the communication.'),
});

export const AttachmentContentPath = Type.Object({
  communicationId: id('Id of the communication.'),
  attachmentId: id('Id of the attachment.'),
});

export const AttachmentPath = Type.Object({
  candidateId: id('Id of the candidate.'),
  id: id('Id of the communication.'),
});

export const AttachmentCreate = body('AttachmentCreateDto', {
  filename: optional(fileName('brief.pdf')),
  file: upload(
    'The file as a data URL of the form data:<mimetype>;base64,<base64_string>. At most 25 MB (26,214,400 bytes). The stored media type is detected from the contents.',
  ),
});
