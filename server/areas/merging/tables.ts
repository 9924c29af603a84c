import { PROPOSAL_STATUSES } from '../proposals/index.ts';

// Every table with rows of a candidate, and what a merge does with them. A test compares this with the catalog of the database, so that a
// table that is added later cannot be forgotten.

/** All rows of the merged candidate go to the kept one. The key identifies a row. */
export const MOVED = [
  'application',
  'document',
  'communication',
  'candidate_status_entry',
  'task',
  // Only holds that are over: a candidate on hold is not merged into another one.
  'candidate_hold',
  'document_access',
  // What was merged into the merged candidate before.
  'candidate_merge',
] as const;

export type MovedTable = (typeof MOVED)[number];

/** A row of a list, as to_jsonb() writes it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

interface CombinedTable {
  /** The columns that a row consists of, besides its candidate, its id, and what the database generates. */
  columns: readonly string[];
  /** Two rows with the same values in these are the same entry, of which one remains. */
  key: readonly string[];
  /** The name of the list in the change log. */
  property: string;
  /** Columns that are right only together. */
  together?: readonly (readonly string[])[];
  /** A row that is never the same as another one. */
  isAlone?(row: Row): boolean;
  /** The columns of the row that remains, if the other one is better in something. */
  better?(row: Row, other: Row, rankOf: RankOf): Record<string, unknown>;
}

/** The rank of a language level, 1 for the lowest. */
export type RankOf = (levelId: number) => number;

const JOB = [
  'employer',
  'position',
  'from_date',
  'until_date',
  'is_current',
  'description',
  'city',
  'country_id',
  'profession_id',
  'industry_id',
];
const EDUCATION = ['title', 'provider', 'from_date', 'until_date', 'hours', 'certificate'];
const PROFESSION_EDUCATION = [
  'institution',
  'profession',
  'degree',
  'from_date',
  'until_date',
  'is_completed',
  'description',
];
const SCHOOL_EDUCATION = ['school', 'graduation', 'from_date', 'until_date', 'grade', 'city'];

const PROGRESS = ['status', 'shortlisted_at', 'proposed_at', 'accepted_at', 'placed_at', 'declined_at'];
const RATE = ['rate_amount', 'rate_unit', 'rate_currency'];
const PROPOSAL = [...PROGRESS, ...RATE];
const statusOf = (row: Row) => row.status as (typeof PROPOSAL_STATUSES)[number];

/** Lists of which a candidate has each entry once. What both have, only one of them keeps. */
export const COMBINED = {
  candidate_contact_channel: {
    columns: ['kind', 'address', 'address_match', 'consent_checked', 'is_primary', 'created_at'],
    key: ['kind', 'address_match'],
    property: 'contactChannels',
    // The consent was given for this address, whichever record has it.
    better: (row, other) => ({
      consent_checked: row.consent_checked === true ? true : (other.consent_checked ?? row.consent_checked),
    }),
  },
  candidate_language: {
    columns: ['language_id', 'language_level_id'],
    key: ['language_id'],
    property: 'languages',
    better: (row, other, rankOf) => {
      const rank = ({ language_level_id: level }: Row) => (level === null ? 0 : rankOf(Number(level)));
      return { language_level_id: (rank(other) > rank(row) ? other : row).language_level_id };
    },
  },
  candidate_profession: {
    columns: ['profession_id', 'is_primary', 'years_of_experience'],
    key: ['profession_id'],
    property: 'professionObjects',
    better: (row, other) => ({
      years_of_experience: greater(row.years_of_experience, other.years_of_experience),
    }),
  },
  candidate_qualification: {
    columns: ['qualification_id', 'score'],
    key: ['qualification_id'],
    property: 'qualifications',
    better: (row, other) => ({ score: greater(row.score, other.score) }),
  },
  candidate_drivers_license: {
    columns: ['drivers_license_id', 'issued_at', 'valid_until'],
    key: ['drivers_license_id'],
    property: 'driversLicences',
    better: (row, other) => ({
      issued_at: smaller(row.issued_at, other.issued_at),
      valid_until: greater(row.valid_until, other.valid_until),
    }),
  },
  candidate_keyword: {
    columns: ['keyword', 'keyword_match'],
    key: ['keyword_match'],
    property: 'keywords',
  },
  resume_job: { columns: JOB, key: JOB, property: 'resume.jobs' },
  resume_education: { columns: EDUCATION, key: EDUCATION, property: 'resume.educations' },
  resume_profession_education: {
    columns: PROFESSION_EDUCATION,
    key: PROFESSION_EDUCATION,
    property: 'resume.professionEducations',
  },
  resume_school_education: {
    columns: SCHOOL_EDUCATION,
    key: SCHOOL_EDUCATION,
    property: 'resume.schoolEducations',
  },
  // Of two open proposals on a request, the one that has come further counts. Declined ones are history, and all of them stay.
  customer_request_proposal: {
    columns: ['customer_request_id', ...PROPOSAL, 'comment', 'created_by', 'modified_at'],
    key: ['customer_request_id'],
    property: 'proposals',
    together: [PROGRESS, RATE],
    isAlone: (row) => row.status === 'declined',
    better(row, other) {
      const isFurther = PROPOSAL_STATUSES.indexOf(statusOf(other)) > PROPOSAL_STATUSES.indexOf(statusOf(row));
      const further = isFurther ? other : row;
      return {
        ...Object.fromEntries(PROPOSAL.map((column) => [column, further[column]])),
        comment: further.comment ?? row.comment ?? other.comment,
      };
    },
  },
} as const satisfies Record<string, CombinedTable>;

export type CombinedTableName = keyof typeof COMBINED;

export const COMBINED_TABLES = Object.keys(COMBINED) as CombinedTableName[];

export function tableOf(name: CombinedTableName): CombinedTable {
  return COMBINED[name];
}

/** The names that the change log has for tables whose rows were moved. Those of the rest are not in the record. */
export const MOVED_PROPERTIES: Partial<Record<MovedTable, string>> = {
  application: 'applies',
  document: 'documents',
  communication: 'communications',
};

/** Tables and columns with ids of candidates that are neither moved nor combined, each with the reason. */
export const OTHER_REFERENCES: Readonly<Record<string, string>> = {
  'candidate_picture.candidate_id':
    'One picture stays one, the other one becomes a document (picture-queries.ts).',
  'document_proposal.candidate_id': 'That of the document, with which it goes.',
  'duplicate_pair.first_id':
    'Deleted with the candidate. Dismissals are carried over, and the rest is found again.',
  'duplicate_pair.second_id': 'Like first_id.',
  'candidate_record.candidate_id': 'Derived: made again by the next read.',
  'candidate_search.candidate_id': 'Derived: deleted with the candidate, and the kept one is indexed again.',
  'candidate_search_term.candidate_id': 'Derived: deleted with candidate_search.',
  'candidate_merge.merged_candidate_id': 'Says which id was merged, for as long as the row exists.',
  'retired_import_id.candidate_id':
    'Says whose id was taken out of use. candidate_merge knows where that one went.',
  'swept_candidate_change.candidate_id':
    'The end of the log of this id. Retention removes it with the deletion.',
  'change_log.record_id': 'What happened to a record stays in its own stream, also after its deletion.',
  'change_log.owner_id': 'Like record_id.',
  'search_mark.record_id': 'A mark of a candidate that does not exist deletes what finds it.',
  'record_search_term.record_id': 'Has no candidates.',
  'webhook_delivery.entity_id':
    'What was or will be sent about a record. Later events name the kept one. Its erasure forgets the answers about this one too.',
  'company_activity.entity_id': 'Has no candidates.',
};

function greater(one: unknown, other: unknown): unknown {
  if (one == null || other == null) return one ?? other ?? null;
  return (other as number | string) > (one as number | string) ? other : one;
}

function smaller(one: unknown, other: unknown): unknown {
  if (one == null || other == null) return one ?? other ?? null;
  return (other as number | string) < (one as number | string) ? other : one;
}
