const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** What a user types one after another, until the name is written. */
const TYPED = [
  'm',
  'me',
  'mey',
  'meye',
  'meyer',
  's',
  'sc',
  'schm',
  'schmi',
  'b',
  'be',
  'berl',
  'w',
  'we',
  'weber',
  'log',
  'logis',
];
const TYPED_JOBS = [
  's',
  'st',
  'stap',
  'staple',
  'l',
  'la',
  'lag',
  'p',
  'pr',
  'prod',
  'produk',
  'm',
  'be',
  'elek',
  'h',
  'ha',
];
const TOWNS = ['Berlin', 'Hamburg', 'München', 'Köln', 'Leipzig', 'Bremen', 'Kiel', 'Halle'];
const NAMES = ['Müller', 'Schmidt', 'Meyer', 'Weber', 'Krause', 'Nowak', 'Petrov', 'Lehmann'];
const TRADES = ['Logistik', 'Bau', 'Metallbau', 'Pflege', 'Spedition', 'Handel'];
/** As people write them who do not have the letters. */
const FOREIGN = ['Dvorak', 'Lukasiewicz', 'Sahin', 'Kovacs', 'Hakansson', 'Francois', 'Munoz', 'Петров'];
const LEGAL_FORMS = ['GmbH', 'GmbH & Co. KG', 'AG', 'Sp. z o.o.', 'UG', 'KG'];
/** A sixth of the requests have the first. */
const JOBS = ['Staplerfahrer', 'Lagerhelfer', 'Produktionshelfer', 'Kommissionierer'];
const DETAILS = ['Nachtschicht', 'Vollzeit', 'Teilzeit', 'Berlin'];

/** A kind of search, and the 95th percentile of its duration that is aimed at with 100,000 companies and as many requests. */
interface CustomerSearch {
  name: string;
  path: '/companies/search' | '/requests/search' | '/search';
  /** How many pages are read before the one that is measured. */
  pagesBefore?: number;
  /** What the call sends. Each index is another search of the kind. */
  body(index: number): { text?: string } & Record<string, unknown>;
}

export const LIMIT_MS = 100;

const search =
  (path: CustomerSearch['path']) =>
  (name: string, body: CustomerSearch['body'], pagesBefore?: number): CustomerSearch => ({
    name,
    path,
    body,
    ...(pagesBefore === undefined ? {} : { pagesBefore }),
  });
const companies = search('/companies/search');
const requests = search('/requests/search');
const palette = search('/search');
const text = (words: string) => ({ text: words });

const COMPANY_SORTS = [{ sort: 'name' }, { sort: 'modifiedAtUtc' }, { sort: 'createdAtUtc', order: 'asc' }];
const REQUEST_SORTS = [{ sort: 'createdAtUtc' }, { sort: 'modifiedAtUtc' }, { sort: 'startDate' }];

export const CUSTOMER_SEARCHES: readonly CustomerSearch[] = [
  companies('letters as they are typed', (index) => text(pick(TYPED, index))),
  companies('a name', (index) => text(pick(NAMES, index))),
  companies('a foreign name', (index) => text(pick(FOREIGN, index))),
  companies('a town', (index) => text(pick(TOWNS, index))),
  companies('a legal form', (index) => text(pick(LEGAL_FORMS, index))),
  companies('a name and a town', (index) => text(`${pick(NAMES, index)} ${pick(TOWNS, index >> 1)}`)),
  companies('a trade and a legal form', (index) =>
    text(`${pick(TRADES, index)} ${pick(LEGAL_FORMS, index >> 1)}`),
  ),
  companies('three common words', (index) => text(`${pick(TRADES, index)} GmbH ${pick(TOWNS, index >> 1)}`)),
  companies('two letters', (index) =>
    text(`${pick(['m', 's', 'b'], index)} ${pick(['g', 'k', 'h'], index >> 1)}`),
  ),
  companies('the beginning of a phone number', (index) => text(`030 551${index % 100}`)),
  companies('no words, each sort', (index) => pick(COMPANY_SORTS, index)),
  companies('filters, each sort', (index) => ({
    statusIds: [2],
    officeIds: [1 + (index % 8)],
    ...pick(COMPANY_SORTS, index),
  })),
  companies('a filter that nothing meets', (index) => ({
    responsibilities: [1],
    ...pick(COMPANY_SORTS, index),
  })),
  companies('a legal form and filters', (index) => ({
    text: pick(LEGAL_FORMS, index),
    statusIds: [1 + (index % 3)],
    officeIds: [1 + (index % 8)],
  })),
  companies('a town, each sort', (index) => ({ text: pick(TOWNS, index), ...pick(COMPANY_SORTS, index) })),
  companies('a town, fifth page', (index) => text(pick(TOWNS, index)), 4),
  companies('a legal form, fifth page', (index) => text(pick(LEGAL_FORMS, index)), 4),
  requests('letters as they are typed', (index) => text(pick(TYPED_JOBS, index))),
  requests('a job that many have', (index) => text(pick(JOBS, index))),
  requests('two such words', (index) => text(`${pick(JOBS, index)} ${pick(DETAILS, index >> 2)}`)),
  requests('the end of a word', (index) => text(pick(['helfer', 'fahrer', 'mechaniker', 'schicht'], index))),
  requests('a town', (index) => text(pick(TOWNS, index))),
  requests('a legal form of companies', (index) => text(pick(LEGAL_FORMS, index))),
  requests('a job and a company', (index) => text(`${pick(JOBS, index)} ${pick(NAMES, index)}`)),
  requests('a job and a legal form', (index) => text(`${pick(JOBS, index)} ${pick(LEGAL_FORMS, index)}`)),
  requests('three common words', (index) => text(`${pick(JOBS, index)} GmbH ${pick(TOWNS, index >> 1)}`)),
  requests('a foreign name', (index) => text(pick(FOREIGN, index))),
  requests('a number', (index) => text(String(1000 + index * 7))),
  requests('no words, each sort', (index) => pick(REQUEST_SORTS, index)),
  requests('open ones, each sort', (index) => ({ isOpen: true, ...pick(REQUEST_SORTS, index) })),
  requests('filters, each sort', (index) => ({
    statusIds: [4],
    officeIds: [1 + (index % 8)],
    kinds: ['directplacement'],
    startFrom: '2025-06-01',
    ...pick(REQUEST_SORTS, index),
  })),
  requests('a filter that nothing meets', (index) => ({
    responsibilities: [1],
    ...pick(REQUEST_SORTS, index),
  })),
  requests('those of a company', (index) => ({ companyIds: [1 + index], ...pick(REQUEST_SORTS, index) })),
  requests('a job, open ones, each sort', (index) => ({
    text: pick(JOBS, index),
    isOpen: true,
    ...pick(REQUEST_SORTS, index),
  })),
  requests('a legal form and filters', (index) => ({
    text: pick(LEGAL_FORMS, index),
    statusIds: [4],
    officeIds: [1 + (index % 8)],
  })),
  requests('a job, fifth page', (index) => text(pick(JOBS, index)), 4),
  requests('a legal form, fifth page', (index) => text(pick(LEGAL_FORMS, index)), 4),
  palette('letters as they are typed', (index) => text(pick([...TYPED, ...TYPED_JOBS], index))),
  palette('a name', (index) => text(pick(NAMES, index))),
  palette('a name and a town', (index) => text(`${pick(NAMES, index)} ${pick(TOWNS, index >> 1)}`)),
  palette('a job and a town', (index) => text(`${pick(JOBS, index)} ${pick(TOWNS, index >> 1)}`)),
  palette('a trade and a legal form', (index) =>
    text(`${pick(TRADES, index)} ${pick(LEGAL_FORMS, index >> 1)}`),
  ),
];
