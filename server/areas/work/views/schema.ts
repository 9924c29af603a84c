import {
  body,
  filled,
  id,
  line,
  list,
  NAME_LENGTH,
  nullable,
  oneOf,
  optional,
  pageLimit,
  partial,
  record,
  reference,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { MAXIMUM_FILTER_BYTES, SCREENS } from './rules.ts';

export const ViewPath = Type.Object({ savedViewId: id('Id of the view.') });

const FILTER_EXAMPLE = { status: [2001], radiusKm: 30, words: 'Staplerfahrer' };

// Without `properties`, the contents are neither checked nor changed.
const filter = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [FILTER_EXAMPLE],
  });

const properties = {
  name: filled('Name of the view. The owner has at most one view of a screen with this name.', {
    maxLength: NAME_LENGTH,
    examples: ['Forklift drivers nearby'],
  }),
  screen: oneOf([...SCREENS], 'Screen that the view belongs to.', { examples: ['candidates'] }),
  filter: filter(
    `Conditions, order, and columns, as the screen defines them: a JSON object with at most ${MAXIMUM_FILTER_BYTES} bytes. The service stores it unchanged.`,
  ),
  branchId: optional(
    reference('branch', 'Branch whose users see the view (GET /branches). Null if only the owner sees it.'),
  ),
};

export const ViewCreate = body('SavedViewCreateDto', properties);
export const ViewChange = partial('SavedViewChangeDto', properties);

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 100;

export const ViewQuery = Type.Object({
  screen: Type.Optional(oneOf([...SCREENS], 'Only views of this screen.')),
  after: Type.Optional(id('Only views with a higher id. Send the id of the last view of the previous page.')),
  limit: Type.Optional(pageLimit('views', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export const ViewRead = record('SavedViewReadDto', {
  id: id('Id of the view.'),
  name: line('Name of the view.'),
  screen: oneOf([...SCREENS], 'Screen that the view belongs to.'),
  filter: filter('Conditions, order, and columns, as they were sent.'),
  branchId: nullable(id('Branch whose users see the view. Null if only the owner sees it.')),
  ownerId: id('User who saved the view.'),
  ownerName: nullable(line('First and last name of the owner.')),
  createdAtUtc: utc('When the view was saved.'),
  modifiedAtUtc: utc('When the view was last changed.'),
});

export const ViewsResponse = record('SavedViewsResponse', {
  views: list(ViewRead, 'The views that the caller can use, sorted by id.'),
});

export type ViewChangeBody = Static<typeof ViewChange>;
export type ViewQueryValues = Static<typeof ViewQuery>;
