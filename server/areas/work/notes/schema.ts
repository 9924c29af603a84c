import {
  body,
  filled,
  id,
  line,
  list,
  longText,
  nullable,
  optional,
  pageLimit,
  record,
  reference,
  type Static,
  TEXT_LENGTH,
  Type,
  utc,
} from '../../../core/http/schema.ts';

const MAXIMUM_MENTIONS = 20;
const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;

export const NoteCreate = body('NoteCreateDto', {
  text: filled('Text of the note.', {
    maxLength: TEXT_LENGTH,
    examples: ['Prefers the early shift. @Eva, please call on Monday.'],
  }),
  mentions: optional(
    list(
      reference('user', 'Mentioned user (GET /users/responsibilities).'),
      `The users that the text mentions, at most ${MAXIMUM_MENTIONS}. Each of them is notified. Their roles must allow reading the note.`,
      { maxItems: MAXIMUM_MENTIONS, uniqueItems: true },
    ),
  ),
});

export const NoteQuery = Type.Object({
  before: Type.Optional(
    id('Only notes older than this one. Send the id of the last note of the previous page.'),
  ),
  limit: Type.Optional(pageLimit('notes', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});
export type NoteQueryValues = Static<typeof NoteQuery>;

export const NotesResponse = record('CandidateNotesResponse', {
  notes: list(
    record('CandidateNoteDto', {
      id: id('Id of the note. It is a communication of the candidate.'),
      subject: nullable(line('Subject. Notes from the platform have none.')),
      text: nullable(longText('Text of the note.')),
      occurredAtUtc: utc('When the note was written.'),
      userId: nullable(id('User who wrote the note. Null if an application recorded it without a user.')),
      userFullName: nullable(line('First and last name of the user.')),
      mentions: list(
        record('NoteMentionDto', {
          userId: id('Mentioned user.'),
          userFullName: nullable(line('First and last name of the user.')),
        }),
        'The users that the note mentions, sorted by id.',
      ),
    }),
    'The notes, the last recorded first.',
  ),
});
