import type { RuleList } from './rule-list.ts';

// Candidates and all that belongs to them.

export const CANDIDATES = {
  candidates: {
    createdWithId: 'Creating a candidate returns its id.',
    namesRequired: 'A candidate needs a first and a last name, and nothing else.',
    readAsSent: 'The profile is read back as it was sent.',
    invisibleAtFirst: 'Recruiters do not see a candidate before the first application. The API does.',
    noStatusAtFirst: 'A new candidate has no status.',
    creationTimeAdopted:
      'A creation time can be set. It must not be in the future, but up to five minutes ahead is taken as now.',
    externalIdUnique:
      'An id of the source system belongs to one candidate. The import time is stored with it.',
    contactChecked: 'E-mail addresses, telephone numbers and birth dates are validated.',
    catalogIdsChecked: 'The ids of value lists, branches and users must exist.',
    possibleDuplicates: 'A known e-mail address is not a fault. A header lists the candidates that have it.',
    changePartly: 'A change of a candidate is partial and returns 204.',
    listAll: 'The list is not paged. Without a period it has every candidate.',
    listPeriod:
      'With a period, the list has the candidates with any change in it, the first and the last day included.',
    neverDeleted: 'No operation deletes a candidate.',
    export: 'The full export has the same record as the detail of each candidate.',
    exportFilters: 'The export can be filtered by period and branch.',
    exportPosition: 'The export returns the cursor at which a copy continues with the feed.',
    picture:
      'A candidate has one picture, sent as Base64 or as a data URL. Its contents must be JPEG, PNG or WebP.',
    workContract: 'The data of the work contract are read back as they were sent.',
    signedWithoutTime: 'A contract that is signed without a time gets the time of the call.',
    endOfOperation: 'The end of operation is a time that can be changed and cleared.',
    unknownEverywhere: 'Every operation on a candidate that does not exist returns 404.',
  },
  addresses: {
    houseNumberSplit:
      'If no house number is sent, the last word of the street becomes the house number if it starts with a digit.',
    postalCodesChecked: 'German, Austrian and Swiss postal codes must have the right format.',
    coordinates: 'An address has coordinates, which are updated when it changes.',
    coordinatesNotWritable: 'Coordinates cannot be set.',
    coordinatesStay: 'If no coordinates are found for a changed address, the old ones stay.',
    countryClearsState: 'A change of the country clears the federal state unless a new one is sent.',
    everywhere: 'The rules for addresses also apply to companies, sites and work locations.',
    sameCountryKeepsState: 'If the country stays the same, so does the federal state.',
  },
  status: {
    set: 'A candidate can be set to hire, rejected, qualified or archived. The call returns the id of the status entry.',
    anyOrder: 'They can be set in any order until a candidate is archived.',
    archivedIsFinal: 'Archived is final.',
    archivedAgain: 'Archiving an archived candidate changes nothing.',
    noOthers: 'There are no other statuses.',
    ownOperation: 'Neither the contract data nor the end of operation changes the status.',
  },
  skills: {
    languageAnswersCatalogId:
      'Adding a language returns its catalog id. The entry itself has a different id.',
    levelEitherName: 'The level of a new language can be sent as languageLevelId or as levelId.',
    languageLevel: 'The level of a language is changed by the catalog id of the language.',
    languageRemoved: 'A language is removed by its catalog id, not by the id of the entry.',
    licenceAnswersCatalogId: 'Adding a driver’s license returns its catalog id.',
    licenceRemoved: 'A driver’s license is removed by its catalog id.',
    professionAnswersCatalogId: 'Adding a profession returns its key in the occupation catalog.',
    professionRemoved: 'A profession is removed by that key. The catalog does not change.',
    qualificationByIdOrName: 'A qualification is sent by its id or by its name, but not both.',
    qualificationNewName: 'A name that is not in the list yet is added to it.',
    qualificationScore: 'A qualification can have a score from 1 to 5. Sending it again changes the score.',
    qualificationRemoved:
      'Removing a qualification from a candidate does not change the list of qualifications.',
    keywords: 'Keywords are added one by one.',
    noneTwice: 'An entry that a candidate already has cannot be added again.',
    onlyKnown: 'Entries must be in their catalogs.',
    onlyOwn: 'An entry that a candidate does not have can be neither changed nor removed.',
  },
  resume: {
    jobs: 'A job needs an employer and a position.',
    vocationalTraining: 'A vocational training or study needs an institution and a profession.',
    schools: 'A school entry needs the school.',
    furtherTraining: 'A further training needs a title.',
    endNotBeforeStart: 'An entry must not end before it starts.',
  },
  channels: {
    email: 'Another e-mail address can be added.',
    sms: 'A number for text messages can be added.',
    whatsapp: 'A messenger number can be added. The call must state whether there is consent.',
    primary: 'A primary e-mail address replaces the one in the contact data.',
    noneTwice: 'The same address cannot be added twice.',
  },
  duplicates: {
    byEmail: 'Candidates are found by e-mail address, regardless of case.',
    canonical: 'Other spellings of the same mailbox are found too.',
    widened: 'The name, birth date and telephone number extend the search. Names match across spellings.',
    emailRequired: 'The e-mail address is required.',
  },
  applications: {
    makesVisible: 'The first application makes a candidate visible to recruiters.',
    recruiterNeeded: 'An application of a known candidate needs a recruiter.',
    defaultChannelImport:
      'By default, the channel is Import (51), the time is the time of the call, and there is no job ad.',
    referencesChecked: 'The job ad and the channel must exist.',
    readBack:
      'The applications of a candidate are read back as they were sent, with the names of what they refer to.',
    externalCreates:
      'An external application creates the candidate, the application and the documents in one call.',
    externalRequired:
      'It needs a salutation, names, a place, an e-mail address, a source, consents, keywords and documents.',
    externalConsents: 'The privacy policy and the terms of use must be accepted.',
    defaultChannelHomepage: 'By default, the channel of an external application is homepage (28).',
    knownEmail: 'If the e-mail address is known, the application is added to that candidate.',
    severalWithEmail:
      'If several candidates have the address, it is added to the one changed last. An archived candidate is chosen only if all are archived.',
    masterDataStay: 'The profile of a known candidate does not change.',
    keywords: 'Keywords are a list, or one text separated by commas.',
    unreadablePhone:
      'A telephone number that cannot be read is named in a header, and the application is stored.',
    freeAnswers: 'Free-form answers are stored with the application.',
    allOrNothing: 'If anything in it is faulty, nothing is stored.',
    documentCategory: 'By default, its documents have the category application.',
    documentName: 'A document without a file name is named after its category and its type.',
    unknownCategory: 'An unknown document category is reported together with all other faults.',
  },
  documents: {
    uploadCv: 'A CV is uploaded to its own path.',
    uploadOther: 'Any other file can be uploaded with the category other.',
    uploadCategory:
      'The other categories are part of the path, by key or by id. Case, spaces, hyphens and underscores do not matter.',
    unknownCategory: 'An unknown category is a 404.',
    readWithContents: 'A document is read with its contents as Base64.',
    rawContents: 'The contents can also be read as bytes, in full or in part.',
    list: 'The list of a candidate’s documents does not include their contents.',
    contentsChecked: 'The file must be valid, non-empty Base64. A data URL is accepted too.',
    typeFromContents: 'The media type is detected from the contents. The file name does not matter.',
    nameStripped: 'Directories are removed from the file name.',
    ownStream: 'Documents have their own change stream. A new document does not modify the candidate.',
    parsed:
      'shouldParseCV fills empty fields of the profile and adds the entries of the CV, in the background.',
    notParsed: 'Without it, the file is only stored.',
    encrypted: {
      text: 'Contents are stored encrypted, and verified when they are read.',
      because: 'only the operator can read the files and the keys',
      shownBy: [
        'server/areas/documents/uploads/uploads.test.ts',
        'server/areas/documents/reads/reads.test.ts',
      ],
    },
    accessLog: {
      text: 'Every read of contents is recorded in the access log.',
      because: 'the access log is in the console',
      shownBy: ['server/areas/documents/reads/reads.test.ts'],
    },
  },
  communication: {
    recorded: 'A conversation is recorded with its type and is part of the candidate.',
    timeOfCall: 'By default, it has the time of the call. It must not be in the future.',
    attachment: 'A file is attached as a data URL.',
    attachmentPlaces: 'The communication must belong to that candidate.',
  },
} as const satisfies RuleList;
