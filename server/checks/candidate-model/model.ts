/** A candidate in the model: only what the commands can change, in the shape of the candidate's details. */
export interface ModelCandidate {
  id: number;
  firstName: string;
  lastName: string;
  title: string | null;
  contact: { email: string | null; mobile: string | null; phone: string | null };
  location: {
    street: string | null;
    streetNumber: string | null;
    city: string | null;
    countryId: number | null;
    federalStateId: number | null;
  };
  availability: { weeklyHours: number | null; hasCar: boolean | null };
  statusId: number | null;
  isVisible: boolean;
  languages: Map<number, number | null>;
  driversLicences: Map<number, string | null>;
  professions: Map<number, boolean>;
  qualifications: Map<number, number | null>;
  keywords: string[];
  /** Kind and address, in the order of creation. */
  channels: string[];
  hasPicture: boolean;
  attachments: number;
  jobs: { employer: string; position: string; fromDate: string | null; untilDate: string | null }[];
  schools: string[];
  trainings: string[];
  professionEducations: string[];
  workContract: { isWorkContractSigned: boolean | null; didNotShowUpForWork: boolean | null };
  endOfOperationAtUtc: string | null;
  communications: string[];
  documents: string[];
  applies: (string | null)[];
  /** Entries of the change log: of the candidate after its creation, and of its documents. */
  modifications: number;
}

export interface Model {
  candidates: Map<number, ModelCandidate>;
  erased: Set<number>;
}

export function newCandidate(id: number, firstName: string, lastName: string): ModelCandidate {
  return {
    id,
    firstName,
    lastName,
    title: null,
    contact: { email: null, mobile: null, phone: null },
    location: { street: null, streetNumber: null, city: null, countryId: null, federalStateId: null },
    availability: { weeklyHours: null, hasCar: null },
    statusId: null,
    isVisible: false,
    languages: new Map(),
    driversLicences: new Map(),
    professions: new Map(),
    qualifications: new Map(),
    keywords: [],
    channels: [],
    hasPicture: false,
    attachments: 0,
    jobs: [],
    schools: [],
    trainings: [],
    professionEducations: [],
    workContract: { isWorkContractSigned: null, didNotShowUpForWork: null },
    endOfOperationAtUtc: null,
    communications: [],
    documents: [],
    applies: [],
    modifications: 0,
  };
}

const entries = (map: Map<number, unknown>) => [...map].sort(([a], [b]) => a - b);

/** Returns the model's candidate as comparable data. */
export function ofModel(candidate: ModelCandidate) {
  const { modifications, ...rest } = candidate;
  return {
    ...rest,
    languages: entries(candidate.languages),
    driversLicences: entries(candidate.driversLicences),
    professions: entries(candidate.professions),
    qualifications: entries(candidate.qualifications),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the record of an answer, checked against its schema when it came.
type Details = any;

/** Returns the same of the service's details, without what only the service knows: ids of assignments, names, times. */
export function ofDetails(body: Details) {
  const pairs = (list: Details[], key: string, value: string) =>
    list.map((entry) => [entry[key], entry[value]] as [number, unknown]).sort(([a], [b]) => a - b);
  return {
    id: body.id,
    firstName: body.firstName,
    lastName: body.lastName,
    title: body.title,
    contact: { email: body.contact.email, mobile: body.contact.mobile, phone: body.contact.phone },
    location: {
      street: body.location.street,
      streetNumber: body.location.streetNumber,
      city: body.location.city,
      countryId: body.location.countryId,
      federalStateId: body.location.federalStateId,
    },
    availability: { weeklyHours: body.availability.weeklyHours, hasCar: body.availability.hasCar },
    statusId: body.statusId,
    isVisible: body.isVisible,
    languages: pairs(body.languages, 'languageId', 'languageLevelId'),
    driversLicences: pairs(body.driversLicences, 'driversLicenseId', 'validUntil'),
    professions: pairs(body.professionObjects, 'professionId', 'isPrimary'),
    qualifications: pairs(body.qualifications, 'qualificationId', 'score'),
    keywords: body.keywords.map((entry: Details) => entry.keyword),
    hasPicture: body.hasPicture,
    attachments: body.communications.flatMap((entry: Details) => entry.attachments).length,
    channels: body.contactChannels.map((entry: Details) => `${entry.kind} ${entry.address}`),
    jobs: body.resume.jobs.map(({ employer, position, fromDate, untilDate }: Details) => ({
      employer,
      position,
      fromDate,
      untilDate,
    })),
    schools: body.resume.schoolEducations.map((entry: Details) => entry.school),
    trainings: body.resume.educations.map((entry: Details) => entry.title),
    professionEducations: body.resume.professionEducations.map((entry: Details) => entry.institution),
    workContract: {
      isWorkContractSigned: body.workContract.isWorkContractSigned,
      didNotShowUpForWork: body.workContract.didNotShowUpForWork,
    },
    endOfOperationAtUtc: body.endOfOperationAtUtc,
    communications: body.communications.map((entry: Details) => entry.subject),
    documents: body.documents.map((entry: Details) => entry.originalFileName),
    applies: body.applies.map((entry: Details) => entry.message),
  };
}
