import type { RuleList } from './rule-list.ts';

// How other systems follow changes: by asking, and by being called.

export const FOLLOWING = {
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
} as const satisfies RuleList;
