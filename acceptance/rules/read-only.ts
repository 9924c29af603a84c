import type { RuleList } from './rule-list.ts';

// What other systems read and never write.

export const READ_ONLY = {
  jobAds: {
    list: 'The list of job ads is an array. It is not paged.',
    period: 'With a period, the list has the job ads created or changed in it.',
    detail: 'A job ad can be read by its UUID or by its integer id.',
    published: 'An active job ad has URLs on the job portal. A draft or a completed one has none.',
    status: 'A job ad is being edited, active or completed.',
    stream: 'The entries in its change stream have the status.',
    readOnly: 'Job ads are read-only.',
    sanitised: {
      text: 'Its texts are sanitised HTML.',
      because: 'job ads are read-only',
      shownBy: ['server/areas/jobads/editing/html.test.ts'],
    },
    transitions: {
      text: 'The console can publish a job ad, complete it, return it to editing and delete it.',
      because: 'job ads are read-only',
      shownBy: ['server/areas/jobads/editing/editing.test.ts'],
    },
  },
  reports: {
    jobs: 'The figures for job ads are an array.',
    envelopes: 'The figures for channels, branches, recruiters and a single job ad are in an envelope.',
    applicationsCount: 'An application counts for its job ad.',
    filters: 'Figures can be filtered by period and branch.',
  },
  users: {
    envelope: 'The older list of users is in an envelope.',
    flat: 'The newer list, for new integrations, is not.',
    responsibilities: 'One list has the users who can be responsible for a record.',
    onlyThose: 'No other user can be responsible.',
    detail: 'A user can be read by id or by rowGuid.',
  },
  branches: {
    list: 'Branches are the tenant’s own units.',
    filterChanges: 'The id of a branch is the officeId that filters change streams.',
  },
  masterData: {
    twentyLists: 'There are twenty value lists, each under its own name.',
    readChangesNothing: 'Reading a list has no side effects. The response can be cached for a day.',
    driversLicenses: 'The ids of driver’s licenses are 313 to 343.',
    languages: 'The ids of languages are 1 to 97 without 31, 41 and 53.',
    languageLevels: 'The ids of language levels are 629 (A1) to 635 (native speaker).',
    candidateStatus: 'The ids of candidate statuses are 23, 2003, 2004 and 2005.',
    fixedValues: 'The ids of salutations are 1 to 3. The channels include homepage (28) and Import (51).',
    professions: 'Professions can be found by a part of their name or by their keys.',
  },
} as const satisfies RuleList;
