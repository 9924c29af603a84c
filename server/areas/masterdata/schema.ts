import {
  flag,
  id,
  int32,
  line,
  list,
  name,
  nullable,
  record,
  type TSchema,
  Type,
} from '../../core/http/schema.ts';
import type { CatalogList } from './catalogs.ts';

const ATTRIBUTES: Record<string, TSchema> = {
  isoCode: line('ISO 639 code of the language.', { examples: ['de'] }),
  cefr: line('Level of the Common European Framework of Reference.', { examples: ['B2'] }),
  rank: int32('Position among the levels. 1 is the lowest.'),
  alpha2: line('ISO 3166-1 alpha-2 code.', { examples: ['DE'] }),
  alpha3: line('ISO 3166-1 alpha-3 code.', { examples: ['DEU'] }),
  code: line('Code in the classification that the list comes from.', { examples: ['DE-BY'] }),
  countryId: id('Country that the entry belongs to.'),
  levelId: int32('Requirement level of the occupation (list levels).', { minimum: 1, maximum: 4 }),
  key: line('Stable key for programs.', { examples: ['cv'] }),
  isFinal: flag('Whether no other status can follow.'),
  kind: line('Kind of the entry: occupation or activity.'),
};

export const ListQuery = Type.Object({
  search: Type.Optional(
    name('Part of the name in either language, regardless of case, and with ß the same as ss.', {
      minLength: 1,
      examples: ['lager'],
    }),
  ),
  ids: Type.Optional(
    line('Comma-separated ids.', {
      pattern: '^\\d{1,10}(,\\d{1,10}){0,199}$',
      patternMessage: 'must be at most 200 ids separated by commas, such as 4702,27449',
      maxLength: 2200,
      examples: ['4702,27449'],
    }),
  ),
});

/** The response of GET /masterdata/<list>: `{<list>: [{id, name, …}]}`. */
export function listResponseSchema(listName: CatalogList, attributes: string[]) {
  const properties: Record<string, TSchema> = {
    id: id('Id that other records refer to. Its meaning never changes.'),
    name: line('Name in the language of Accept-Language (en or de).'),
  };
  for (const attribute of attributes) properties[attribute] = Type.Optional(nullable(ATTRIBUTES[attribute]!));
  properties.isExpired = flag('Whether new records can no longer refer to it. Existing records keep it.', {
    examples: [false],
  });
  const name = VALUE_NAMES[listName];
  return record(`${name}List`, {
    [listName]: list(record(`${name}Value`, properties), 'All entries, sorted by id.'),
  });
}

/** The names of the schemas of a list and of its values begin with these. Generators of clients derive names of types from them. */
const VALUE_NAMES: Record<CatalogList, string> = {
  countries: 'Country',
  nationalities: 'Nationality',
  federalstates: 'FederalState',
  languages: 'Language',
  languagelevels: 'LanguageLevel',
  levels: 'Level',
  salutations: 'Salutation',
  genders: 'Gender',
  professions: 'Profession',
  qualifications: 'Qualification',
  driverslicenses: 'DriversLicense',
  channels: 'Channel',
  sourcesofsupply: 'SourceOfSupply',
  documentcategories: 'DocumentCategory',
  communicationtypes: 'CommunicationType',
  candidatestatus: 'CandidateStatus',
  customerstatus: 'CompanyStatus',
  contractstatus: 'ContractStatus',
  requeststatus: 'RequestStatus',
  industries: 'Industry',
};
