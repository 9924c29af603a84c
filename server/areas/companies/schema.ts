import {
  body,
  filled,
  flag,
  line,
  NAME_LENGTH,
  name,
  nullable,
  optional,
  record,
  reference,
  utc,
} from '../../core/http/schema.ts';
import { addressLines, addressProperties } from '../addresses/index.ts';

// What the bodies and records of companies, sites, work locations and contacts share.

export const catalogName = nullable(line('Name in the language of Accept-Language.'));

const responsibilityText = 'Responsible user (GET /users/responsibilities).';
export const responsibility = optional(reference('user', responsibilityText));

export const contactData = optional(
  body(
    'CompanyContactData',
    {
      email: optional(line('E-mail address.', { examples: ['info@example.org'] })),
      phone: optional(name('Telephone number; kept as given.', { examples: ['030 23125100'] })),
      fax: optional(name('Fax number; kept as given.')),
      website: optional(line('Address of a website, http or https.')),
    },
    { description: 'Ways to reach it.' },
  ),
);

export const contactDataRead = record(
  'CompanyContactDataRead',
  {
    email: nullable(line('E-mail address.')),
    phone: nullable(line('Telephone number.')),
    fax: nullable(line('Fax number.')),
    website: nullable(line('Website.')),
  },
  { description: 'Ways to reach it.' },
);

export const location = optional(
  body('AddressCreateDto', { ...addressProperties, ...addressLines }, { description: 'Address.' }),
);

/** Properties of a body that say where the record comes from. */
export const origin = {
  importExternalId: optional(
    filled('Id in the source system; unique among the tenant’s records of this kind.', {
      maxLength: NAME_LENGTH,
      examples: ['crm-10023'],
    }),
  ),
  createdAtUtc: optional(utc('Creation time in the source system, for imports; not in the future.')),
};

export const originRead = {
  importExternalId: nullable(line('Id in the source system.')),
  importedAtUtc: nullable(utc('When the id in the source system was first given.')),
  createdAtUtc: utc('Creation time; for imports that of the source system.'),
  modifiedAtUtc: utc('Time of the last change.'),
};

export const ActiveUpdate = body('ActiveUpdateDto', {
  isActive: flag('false takes it out of use without deleting it, true puts it back.', { examples: [false] }),
});
