import {
  body,
  creationTime,
  flag,
  line,
  name,
  nullable,
  optional,
  record,
  reference,
  utc,
} from '../../core/http/schema.ts';
import { address } from '../addresses/index.ts';

// Properties that companies, sites, work locations, and contacts share.

export const localizedName = nullable(
  line('Name in the language that Accept-Language selects; null if not set.'),
);

const responsibilityText = 'Responsible user (GET /users/responsibilities).';
export const responsibility = optional(reference('user', responsibilityText));

const CONTACT_DATA =
  'How to reach the company or the site itself. The people who work there are contacts (CompanyContactDto).';

export const contactData = optional(
  body(
    'CompanyContactData',
    {
      email: optional(line('Email address.', { examples: ['info@example.org'] })),
      phone: optional(name('Phone number, stored as sent.', { examples: ['030 23125100'] })),
      fax: optional(name('Fax number, stored as sent.')),
      website: optional(line('URL of the website, http or https.')),
    },
    { description: 'Contact data.', componentDescription: CONTACT_DATA },
  ),
);

export const contactDataRead = record(
  'CompanyContactDataRead',
  {
    email: nullable(line('Email address; null if unknown.')),
    phone: nullable(line('Phone number; null if unknown.')),
    fax: nullable(line('Fax number; null if unknown.')),
    website: nullable(line('URL of the website; null if unknown.')),
  },
  { description: 'Contact data.', componentDescription: CONTACT_DATA },
);

export const location = address('Address.');

/** Properties of a body that identify the origin of the record. */
export const origin = {
  importExternalId: optional(
    name('Id in the source system, unique among the tenant’s records of this kind.', {
      examples: ['crm-10023'],
    }),
  ),
  createdAtUtc: creationTime(),
};

export const originRead = {
  importExternalId: nullable(line('Id in the source system; null if not imported.')),
  importedAtUtc: nullable(utc('When importExternalId was first set; null if not imported.')),
  createdAtUtc: utc('Creation time. For an import, the creation time in the source system.'),
  modifiedAtUtc: utc('Time of the last change.'),
};

export const ActiveUpdate = body('ActiveUpdateDto', {
  isActive: flag('false deactivates the record without deleting it, true activates it.', {
    examples: [false],
  }),
});
