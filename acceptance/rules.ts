// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list of data.
// Every rule of the interface in one sentence, in the order in which a newcomer meets them. This file is a list of data
// and therefore long. A test names the rules that it shows by their keys, such as `status.archivedIsFinal`;
// COVERAGE.md is generated from both. A rule that cannot be tested from outside has the reason, and the tests of the
// server that show it.

/** A rule that cannot be tested from outside. */
interface UnseenRule {
  text: string;
  because: string;
  /** The test files of the server that show it. */
  shownBy: readonly string[];
}

export type Rule = string | UnseenRule;

export const RULES = {
  authentication: {
    formGivesToken:
      'A form with the grant type, client id, secret and audience returns a bearer token and its lifetime in seconds.',
    onlyForms: 'The token endpoint accepts only forms. Its errors follow RFC 6749.',
    oneGrant: 'The only grant type is client_credentials.',
    missingField: 'A missing field is an invalid_request error that names the field.',
    credentialsExact:
      'Wrong or unknown credentials, and credentials with spaces around them, all return the same invalid_client error.',
    basic: 'The client id and secret can be sent with HTTP Basic instead.',
    audienceExact:
      'The audience must be exactly the API identifier. Any other is an invalid_target error that names the right one.',
    withoutAudience: 'Without an audience, the token endpoint issues a token that the API rejects.',
    tokenNotStored: 'Caches must not store the response of the token endpoint.',
    tokenFormat: 'The token is a JWT as in RFC 9068, signed with a key in the published key set.',
    metadata: 'The token endpoint, the keys and the scopes are published as in RFC 8414, without a token.',
    everyCallNeedsToken: 'Every operation needs a token. Without one, it returns a 401 with a challenge.',
    headerForm: 'The token follows "Bearer" and a single space, without quotation marks.',
    wrongTokenRefused: 'An invalid token returns a 401 with the challenge invalid_token.',
    oneTokenForManyCalls: 'A token can be used for any number of calls until it expires.',
    renewOnce: 'After a 401, a client requests one new token and retries the call once.',
    permissionNeeded:
      'An application without the permission for an operation gets a 403 that names the permission.',
    scopeNarrows: 'A token can be requested for fewer permissions than the application has.',
    ledger: 'Tokens are counted per calendar month: 100 are free, and each further one costs EUR 0.10.',
    quotaNeverRefuses: {
      text: 'A token is issued even when the quota is used up.',
      because: 'it would cost the installation a hundred tokens',
      shownBy: ['server/areas/access/ledger.test.ts'],
    },
    guessingThrottled: {
      text: 'After ten failures in a minute for one client id from one network, the token endpoint returns a 429 with Retry-After there.',
      because: 'it would lock out the network of the other tests',
      shownBy: ['server/areas/access/throttle.test.ts'],
    },
    twoSecrets: {
      text: 'An application can have two valid secrets, so that it can rotate them without an interruption.',
      because: 'only the operator can rotate secrets',
      shownBy: ['server/areas/access/clients.test.ts'],
    },
    disabledWithinSeconds: {
      text: 'The tokens of a disabled application stop working within five seconds.',
      because: 'only the operator can disable applications',
      shownBy: ['server/areas/access/clients.test.ts'],
    },
    keysRotate: {
      text: 'After the signing key is rotated, tokens signed with the old key remain valid.',
      because: 'only the operator can rotate keys',
      shownBy: ['server/areas/access/keys.test.ts'],
    },
    tenantsApart: {
      text: 'A token acts for one tenant. The ids of another tenant do not exist for it.',
      because: 'an application belongs to a single tenant',
      shownBy: ['server/checks/tenant-sweep.test.ts', 'server/checks/row-level-security.test.ts'],
    },
  },
  calls: {
    userAgentNeeded:
      'Every call needs a User-Agent with a product and a version. Otherwise it returns a 400.',
    jsonNeeded: 'A body must be application/json. Any other type returns a 415.',
    requestId: 'Every response has an X-Request-Id.',
    compressed: 'Responses are compressed with gzip or brotli if the client accepts it.',
    language: 'Names from value lists are in English, or in German with Accept-Language: de.',
    etag: 'Reads return an ETag. A client that sends it back gets a 304 until something has changed.',
    timesInUtc: 'Times are ISO 8601 with any offset, or none for UTC. They are returned in UTC with Z.',
    unknownPropertiesNamed: 'Unknown and read-only properties are ignored, and a header names them.',
    strict: 'With Prefer: handling=strict, unknown and read-only properties are faults.',
    queryNamesInAnyCase: 'The names of query parameters are not case-sensitive.',
    unknownQueryRefused:
      'An unknown query parameter is a fault, so a misspelled filter never returns everything.',
    datesChecked:
      'Dates are calendar dates as YYYY-MM-DD from 0001-01-01, and a period must not end before it starts.',
    onlySentChanges: 'A change affects only the properties that are sent, in nested objects too.',
    nullClears: 'null clears an optional property, and is a fault for a required one.',
    textsTrimmed: 'Texts are trimmed, and blank text in an optional property means null.',
    nothingChanged: 'A change without properties, or with the current values, has no effect.',
  },
  errors: {
    record: 'Every error has a messageGuid, a message and the list of faults.',
    allAtOnce: 'An error lists all faults of the request, each with its property, a code and a message.',
    pathOfProperty: 'The property of a fault is a dotted path, with an index for lists.',
    nothingRepeated: 'Messages do not repeat the values that were sent.',
    unknownReference: 'A body that refers to a record that does not exist is a 400 with unknownReference.',
    badJson: 'A body that is not JSON is a 400.',
    unknownId: 'An id in the path that does not exist, or is not an id, is a 404.',
    unknownPath: 'An unknown path is a 404.',
    wrongMethod: 'A method that a path does not support is a 405 that lists the supported ones.',
    bugs: {
      text: 'A failure of the service is a 500 with nothing but the guid, which is also in its log.',
      because: 'no request should make the service fail',
      shownBy: ['server/core/http/server-errors.test.ts'],
    },
    databaseAway: {
      text: 'While the database is unavailable, calls return a 503.',
      because: 'only the operator can stop the database',
      shownBy: ['server/core/http/server-errors.test.ts'],
    },
    guidInLog: {
      text: 'The messageGuid of an error is in the log of the service.',
      because: 'only the operator can read the log',
      shownBy: ['server/core/http/errors.test.ts'],
    },
  },
  idempotency: {
    answerRepeated: 'The same key with the same body returns the first response again and creates nothing.',
    otherBody: 'The same key with another body is a 400 with duplicate.',
    refusalLeavesKeyFree: 'A call that fails does not use up its key.',
    keyLength: 'A key has 1 to 255 characters.',
    atOnce:
      'Of several concurrent calls with one key, one creates the record. The others get its response or a 409.',
    oneDay: {
      text: 'The response is kept for 24 hours.',
      because: 'a test cannot wait for a day',
      shownBy: ['server/core/http/idempotency.test.ts'],
    },
  },
  limits: {
    applicationBody:
      'An external application is at most 100 MB. A larger one is rejected before its body is sent.',
    document: 'A document is at most 25 MB.',
    picture: 'A picture is at most 10 MB.',
    texts: 'Names have at most 100 characters, other single-line texts 255, ids of a source system 100.',
    memory: {
      text: 'A body of 100 MB is received with bounded memory.',
      because: 'only the operator can measure the memory of the service',
      shownBy: ['acceptance/large-bodies.test.ts'],
    },
  },
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
    licenceAnswersCatalogId: 'Adding a driver’s licence returns its catalog id.',
    licenceRemoved: 'A driver’s licence is removed by its catalog id.',
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
  companies: {
    createdWithName: 'A company needs a name.',
    readAsSent: 'A company is read back as it was sent, with its sites.',
    externalIdUnique: 'An id of the source system belongs to one record of its type.',
    numberUnique: 'A customer number belongs to one company.',
    changePartly: 'A change of a company is partial and returns 204.',
    neverDeleted: 'Companies cannot be deleted. Set their status instead.',
    status: 'The status must be in the list.',
    contractStatus: 'The contract has a separate status.',
    history:
      'The history has every change of the status and every event of sites, work locations and contacts.',
    notes: 'Notes can be added to the history.',
    order: 'A company is created first, then its site, then the work location.',
  },
  sites: {
    created: 'A site belongs to a company and needs a description.',
    readWithParts: 'A site is read with its work locations and contacts.',
    changePartly: 'A change of a site is partial.',
    status: 'A site can be deactivated and activated again.',
    inactive: 'Nothing new can be created below a deactivated site.',
    chain: 'A site can only be changed under its company.',
    notBranches: 'Sites are not branches: the id of one is not valid for the other.',
  },
  locations: {
    created: 'A work location belongs to a site and is read back as it was sent.',
    importFields: 'It has the id of the source system and the time of the import.',
    changePartly: 'A change of a work location is partial and returns 204.',
    siteInBodyIgnored: 'A work location cannot be moved to another site. A site in the body is ignored.',
    noAddressLines: 'Its address has no address lines.',
    contactOfCompany: 'Its contact must belong to the same company.',
    deleted: 'A deleted work location is removed from the site and returns 404.',
    deletedOnce: 'It can be deleted once.',
    deletionInHistory: 'The deletion is recorded in the history of the company.',
    requestsStay: 'Requests that refer to it remain.',
    chain: 'The company, the site and the work location must belong together.',
    creationTime: 'A creation time can be set. The time of the last change is always that of the call.',
  },
  contacts: {
    created: 'A contact belongs to a site and needs a last name.',
    changePartly: 'A change of a contact is partial.',
    status: 'A contact can be deactivated and activated again.',
    chain: 'A contact can only be changed under its site.',
  },
  requests: {
    threeKinds:
      'A request is for temporary staff, a placement or a service contract. Each kind has its own paths.',
    common: 'Every request needs a branch, a title, a headcount from 1 to 1000 and a start date.',
    scopeRequired: 'A service contract needs a scope: what is to be delivered.',
    staffingLimits:
      'The last permitted day of a temporary assignment is the day before 18 months have passed. Equal pay begins after nine.',
    onlyOwnParts: 'The site, work location and contact of a request must belong to its company.',
    changePartly: 'A change of a request is partial.',
    status: 'One operation sets the status for all kinds. A new request is open.',
    finalStatus: 'Cancelled and closed are final.',
    evaluation: 'Key figures per branch and kind are returned in an envelope.',
  },
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
    driversLicenses: 'The ids of driver’s licences are 313 to 343.',
    languages: 'The ids of languages are 1 to 97 without 31, 41 and 53.',
    languageLevels: 'The ids of language levels are 629 (A1) to 635 (native speaker).',
    candidateStatus: 'The ids of candidate statuses are 23, 2003, 2004 and 2005.',
    fixedValues: 'The ids of salutations are 1 to 3. The channels include homepage (28) and Import (51).',
    professions: 'Professions can be found by a part of their name or by their keys.',
  },
  changes: {
    threeLists:
      'A change stream has the new, modified and deleted records of a period. Each record is in one list.',
    byPeriodDayHour: 'It can be read by period, by day and by hour.',
    newWins: 'A record that was created in the period is new, even if it was changed later.',
    modified: {
      text: 'A record that existed before the period and was changed in it is modified.',
      because: 'nothing in a new installation is older than an hour',
      shownBy: ['server/areas/candidates/overviews/overviews.test.ts'],
    },
    subRecords: 'A change to anything that belongs to a candidate is a change of the candidate.',
    entries: 'An entry has the ids of the record, its branch and the time of its last change.',
    byBranch: 'A stream can be filtered by branch.',
    companies: 'Companies have a stream.',
    running: 'A period that has not ended is marked as incomplete and must not be cached.',
    ended:
      'A period that has ended is final and can be cached forever. Without changes, its three lists are empty.',
    notAPeriod: 'An invalid date, an hour outside 0 to 23, or a period that has not started is a 404.',
    deletedCandidates: {
      text: 'A deleted candidate is only in the list deleted.',
      because: 'candidates are erased in the console',
      shownBy: ['server/areas/candidates/overviews/overviews.test.ts'],
    },
    exact: {
      text: 'A period that has ended is complete. It includes what was being written when it ended.',
      because: 'it takes many concurrent writers and control over the clock',
      shownBy: ['server/areas/changes/exactness.test.ts'],
    },
  },
  feed: {
    everyChangeOnce: 'The feed has every change once, in an order that never changes.',
    cursor: 'A reader continues at the cursor it received.',
    limit: 'A page has at most as many changes as requested, 1 to 1000.',
    entities: 'The feed can be filtered by record type.',
    deletedRecords: 'The change of a deleted record has no endpoint.',
    afterExport: 'A copy made with the full export continues with the feed without a gap.',
    inventory: 'An inventory lists every record.',
    badCursor: 'An invalid cursor is a fault.',
    tooOld: {
      text: 'A cursor that is older than the log, which covers at least 400 days, is a fault and never an empty page.',
      because: 'no change in a new installation is that old',
      shownBy: ['server/areas/changes/retention.test.ts'],
    },
  },
  duplicates: {
    byEmail: 'Candidates are found by e-mail address, regardless of case.',
    canonical: 'Other spellings of the same mailbox are found too.',
    widened: 'The name, birth date and telephone number extend the search. Names match across spellings.',
    emailRequired: 'The e-mail address is required.',
  },
  webhooks: {
    eventTypes: 'The service lists its events and their ids.',
    perEvent: 'A URL is registered for each event. An event can have several URLs, and a URL several events.',
    pairUnique: 'An active pair of URL and event can be registered once.',
    unsubscribe: 'A registration can be removed. A pair that is not registered cannot.',
    unsubscribeDropsCalls: 'A removed registration gets no more calls. Its entries stay in the protocol.',
    urlChecked: 'The URL must be absolute, http or https, and have no credentials.',
    formats: 'Calls have the standard format (1482) or the CloudEvents format (1483).',
    unknownFormat: 'Any other format is a 404.',
    settings: 'The settings describe how calls are made: failure threshold, timeout, retries, signature.',
    onlyReference:
      'A call says what happened and where to read the record. It has none of the record’s data.',
    signed: 'Calls are signed as Standard Webhooks describes.',
    mostSpecific: 'An operation triggers one event, the most specific one.',
    communicationNamed:
      'The event of a communication refers to the candidate and has the id of the communication.',
    deletions: {
      text: 'The event of a deleted candidate or document refers to the hour that lists it.',
      because: 'candidates and documents are deleted in the console',
      shownBy: ['server/areas/webhooks/webhooks.test.ts'],
    },
    onlyOk: 'Only a 200 is a success. Redirects are not followed.',
    transferred: 'The protocol has the outcome of each call: 130 transferred, 131 failed.',
    countedFailures: 'Each failed call increases the counter of its registration. A success resets it.',
    paused:
      'After ten failures, the registration is paused: there are no more calls, and its events get the status 132.',
    reactivated: 'Registering it again reactivates it.',
    missedSentAgain: 'The missed events are sent on request, oldest first.',
    protocolFilters: 'The protocol can be filtered by time, record and event types.',
    protocolPeriod: 'The period of the protocol must not end before it starts.',
    protocolDefaultPeriod: 'Without dates, the protocol covers the last 30 days.',
    retries: {
      text: 'A failed call is retried after 5 seconds, 5 minutes, and so on up to a day.',
      because: 'a test cannot wait that long',
      shownBy: ['server/areas/webhooks/delivery/failures.test.ts'],
    },
    timeout: {
      text: 'A call without a response within 15 seconds has failed.',
      because: 'a test cannot wait that long',
      shownBy: ['server/areas/webhooks/delivery/receivers.test.ts'],
    },
    privateAddresses: {
      text: 'Private addresses are rejected, both at registration and at each call.',
      because: 'the receiver of these tests has such an address, which the operator has allowed',
      shownBy: ['server/areas/webhooks/delivery/public-addresses.test.ts'],
    },
    independent: {
      text: 'A slow receiver does not delay the others.',
      because: 'it takes many receivers that never respond',
      shownBy: ['server/areas/webhooks/delivery/receivers.test.ts'],
    },
    survivesCrash: {
      text: 'An event is stored with its change and delivered at least once, even after a crash.',
      because: 'it takes killing the service',
      shownBy: ['server/areas/webhooks/delivery/crash.test.ts'],
    },
  },
  versions: {
    inPath: 'The version is part of the path: the base URL ends in /v3. There is no other version.',
    document: 'The OpenAPI document can be read without a token, as JSON, as YAML and as a web page.',
    operations: 'It has the 116 operations of the interface. Later additions are marked with their release.',
    health: 'The health of the service can be read without a token.',
  },
} as const satisfies Record<string, Record<string, Rule>>;

type Areas = typeof RULES;

/** The key of a rule, as `area.key`. */
export type RuleKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];
