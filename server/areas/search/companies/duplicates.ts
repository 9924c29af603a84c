import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { id, line, list, nullable, oneOf, record, Type } from '../../../core/http/schema.ts';
import { findDuplicates, LONGEST_NAME, MATCHED_ON, MAXIMUM_OF_EACH } from './duplicate-queries.ts';

const DuplicatesQuery = Type.Object({
  name: Type.Optional(
    line(
      'Beginning of the name, at least 3 letters. Leave out the legal form, so that the company is found with any.',
      {
        maxLength: LONGEST_NAME,
        examples: ['Nord-Kai Logistik'],
      },
    ),
  ),
  vatId: Type.Optional(line('The whole VAT id.', { maxLength: 50, examples: ['DE 123456789'] })),
});

const DuplicatesResponse = record('CompanyDuplicatesResponse', {
  companies: list(
    record('CompanyDuplicateDto', {
      id: id('Id of the company.'),
      name: line('Name.'),
      customerNumber: nullable(line('Customer number.')),
      zipCode: nullable(line('Postal code.')),
      city: nullable(line('City.')),
      statusId: id('Status (GET /masterdata/customerstatus).'),
      matchedOn: list(
        oneOf([...MATCHED_ON], 'What is the same.', { examples: ['vatId'] }),
        'Why it is listed.',
      ),
    }),
    `At most ${MAXIMUM_OF_EACH} with the VAT id, followed by at most ${MAXIMUM_OF_EACH} with the name.`,
  ),
});

export const companyDuplicateEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'company_findDuplicates',
    method: 'GET',
    path: '/companies/duplicates',
    audience: 'platform',
    area: 'Search',
    permission: 'customers:read',
    summary: 'Find possible duplicates of a company',
    description:
      'Returns the companies whose name begins like this one, or whose VAT id is the same. Case, accents, spaces, hyphens, and other signs are ignored. Other spellings of a name are found by POST /companies/search. Changes are found at once.',
    query: DuplicatesQuery,
    success: { status: 200, description: 'The companies.', schema: DuplicatesResponse },
    handle: async ({ db, tenantId, query }) => ({ companies: await findDuplicates(db, tenantId, query) }),
  }),
];
