import { id, line, list, nullable, record, type Static, Type } from '../../../core/http/schema.ts';
import { MatchRead } from '../match-schema.ts';

export const PaletteQuery = Type.Object({
  q: line(
    'Words as in POST /candidates/search. A record must have all of them. Words to exclude alone find nothing.',
    {
      maxLength: 200,
      examples: ['Meyer'],
    },
  ),
});

const Found = record('SearchResultDto', {
  id: id('Id of the record.'),
  name: line('Name or title of the record.', { examples: ['Ada Meyer'] }),
  detail: nullable(
    line('City of a candidate or company, company of a contact or request, branch of a job ad.', {
      examples: ['10115 Berlin'],
    }),
  ),
  companyId: nullable(id('The company, that of a contact, or that of a request. Null for others.')),
  matches: list(MatchRead, 'Where the words were found, the best place of each.'),
});

const found = (what: string) =>
  list(Found, `The best ${what}, at most five. Empty if the role of the caller cannot read them.`);

export const PaletteResponse = record('SearchResponse', {
  candidates: found('candidates'),
  companies: found('companies'),
  contacts: found('contacts'),
  requests: found('customer requests'),
  jobAds: found('job ads'),
});

export type PaletteResult = Static<typeof Found>;
