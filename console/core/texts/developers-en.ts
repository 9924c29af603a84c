import type { DELIVERIES_DE, WEBHOOKS_DE } from './developers-de.ts';

const failuresOf = (count: string): string => (count === '1' ? '1 failure' : `${count} failures in a row`);

export const WEBHOOKS_EN: typeof WEBHOOKS_DE = {
  tabList: 'Parts of the developers area',
  tabs: { webhooks: 'Webhooks', deliveries: 'Deliveries', clients: 'API clients', tokens: 'Token ledger' },
  // The descriptions of the service are in English.
  events: {},
  event: 'Event',
  eventNumber: (id) => `no. ${id}`,
  address: 'Address',
  actions: 'Actions',
  pairOf: (event, url) => `${event} to ${url}`,
  registrations: {
    heading: 'Registrations',
    lead: 'A registration calls an address when an event happens. The call carries no data, only a reference to the record.',
    state: 'State',
    active: 'Active',
    waiting: 'no call since it was registered or reactivated',
    paused: 'Paused',
    pausedAfter: (count) => `after ${failuresOf(count)}`,
    lastSuccess: 'Last success',
    never: 'never',
    errors: 'Failures in a row',
    none: 'No address is registered yet.',
    noneLead:
      'Register the address of your receiver for the events that it needs, so that it no longer has to poll.',
    add: 'Register an address…',
    reactivate: 'Reactivate…',
    reactivateOf: (pair) => `Reactivate: ${pair}`,
    remove: 'Remove…',
    removeOf: (pair) => `Remove: ${pair}`,
    toDeliveries: 'Show the deliveries',
  },
  register: {
    title: 'Register an address',
    url: 'Address of the receiver',
    urlHelp:
      'With https:// or http://, without user name and password. The receiver responds to a POST with status 200.',
    badUrl:
      'Enter a complete address without user name and password, such as https://hooks.example.com/stellwerk.',
    privateUrl:
      'This address is in an internal network. Your receiver needs a public address, or the operator allows internal ones.',
    events: 'Events',
    eventsHelp:
      'An operation triggers only one event, the most specific one: a new status triggers candidate.statusChanged but not candidate.changed.',
    noEvent: 'Choose at least one event.',
    all: 'Select all',
    nothing: 'Select none',
    submit: 'Register',
    outcomes: { new: 'registered', back: 'reactivated', duplicate: 'was registered already and is active' },
    failed: (reason) => `not registered: ${reason}`,
    unreachable: 'the service could not be reached',
    results: 'Result',
    done: (count) => (count === '1' ? '1 event is registered.' : `${count} events are registered.`),
    undone: 'The registration has been taken back.',
    incomplete: 'Not everything was registered. What was registered stays.',
  },
  reactivate: {
    title: 'Reactivate the registration',
    lead: 'Fix the receiver first. The failures are counted from zero again.',
    missed: 'Also make the calls that were missed',
    missedHelp:
      'All that failed or were skipped, as long as they are in the log: the oldest first, one after the other.',
    submit: 'Reactivate',
    done: (pair) => `${pair}: active again.`,
    doneWithMissed: (pair) => `${pair}: active again. The missed calls follow.`,
    already: (pair) => `${pair}: was active again already.`,
  },
  remove: {
    title: 'Remove the registration?',
    lead: 'The address is no longer called for this event. Pending calls are dropped, even if you undo the removal. The log keeps its entries.',
    submit: 'Remove',
    done: (pair) => `${pair}: removed.`,
    undone: (pair) => `${pair}: registered again.`,
  },
  rules: {
    heading: 'Rules of delivery',
    delivered: (seconds) =>
      `A call counts as delivered only if the receiver responds with status 200 within ${seconds}.`,
    retries: (delays) => `After a failure it is repeated, each time ${delays} after the previous attempt.`,
    noRetries: 'After a failure it is not repeated.',
    threshold: (count) => `After ${failuresOf(count)} the registration is paused.`,
    format: 'Format of the calls',
    formatHelp: 'Applies to all registrations, from the next call on.',
    formats: { 1482: 'Standard format', 1483: 'CloudEvents 1.0' },
    formatSet: (format) => `Format of the calls: now ${format}.`,
    formatChanged: 'Somebody has changed the format meanwhile. Nothing was changed.',
    formatBack: (format) => `Format of the calls: ${format} again.`,
  },
  secrets: {
    heading: 'Signing secrets',
    lead: 'Every call is signed according to Standard Webhooks. The receiver verifies the signature with the secret.',
    name: 'Secret',
    role: 'Use',
    current: 'Current secret',
    currentUse: 'signs every call',
    previous: 'Previous secret',
    previousUse: 'also signs until seven days after the rotation',
    rotate: 'Rotate the secret…',
    title: 'Rotate the signing secret?',
    warning:
      'A new secret is created. For seven days, calls are signed with the new secret and the present one. Switch every receiver in that time, and no call is lost.',
    warningPrevious:
      'The last rotation was less than seven days ago. The previous secret then stops signing at once: receivers that still use it reject the calls.',
    submit: 'Rotate the secret',
    newTitle: 'New signing secret',
    newLead:
      'Enter it at every receiver. For the next seven days, calls are signed with the new and the previous secret.',
    label: 'Secret',
  },
};

export const DELIVERIES_EN: typeof DELIVERIES_DE = {
  heading: 'Deliveries',
  lead: 'One entry for each event and registration, the newest first. Without a period, these are the last 30 days. The period has whole days in UTC.',
  from: 'From',
  to: 'To',
  event: 'Event',
  allEvents: 'All',
  chosenEvents: (count) => `${count} chosen`,
  record: 'No. of the record',
  status: 'State',
  allStatuses: 'All',
  statuses: { delivered: 'Delivered', failed: 'Failed', skipped: 'Skipped', pending: 'Pending' },
  reset: 'Reset the filters',
  refresh: 'Refresh',
  occurred: 'Happened',
  receiver: 'Receiver',
  attempts: 'Attempts',
  recordOf: (id) => `record ${id}`,
  detailsOf: (event, record, moment) => `Details: ${event}, ${record}, ${moment}`,
  next: 'next attempt',
  none: 'There was no delivery in this period.',
  noneLead: 'An entry is made when an event happens for which an address is registered.',
  noneFiltered: 'No delivery matches these filters.',
  toRegistrations: 'To the registrations',
  unfinished: 'The period has not been read to its end yet.',
  unfinishedLead: (moment) => `What happened since ${moment} has been read. There can be older entries.`,
  goOn: 'Read on',
  details: {
    title: 'Delivery',
    missing: 'This entry is not among those that have been read.',
    missingLead: 'It may be older, or the filters leave it out. Read on, or change the filters.',
    gone: 'There is no such entry in this period and with these filters.',
    goneLead: 'Entries are removed after some time, usually after 90 days.',
    id: 'Id (webhook-id)',
    occurred: 'Happened',
    endpoint: 'Fetch the record',
    additional: 'Further ids',
    reason: 'Reason',
    answer: 'Start of the response',
    noAnswer: 'none',
    latency: 'Duration of the last call',
    lastAttempt: 'Last attempt',
    nextAttempt: 'Next attempt',
    noAttempt: 'none yet',
    noNext: 'no more',
  },
  resend: {
    one: 'Resend',
    queued: (count) => (count === '1' ? '1 delivery is queued.' : `${count} deliveries are queued.`),
    nothing: 'There was nothing to resend.',
    left: (count) =>
      count === '1'
        ? '1 delivery is not queued because its registration is paused or removed. Reactivate or register the address first.'
        : `${count} deliveries are not queued because their registration is paused or removed. Reactivate or register the address first.`,
    all: 'Resend what was not delivered…',
    title: 'Resend?',
    exactly: (count) =>
      count === '1'
        ? '1 delivery that failed or was skipped matches the filters.'
        : `${count} deliveries that failed or were skipped match the filters.`,
    atLeast: (count) =>
      count === '1'
        ? 'Read so far: 1 delivery that failed or was skipped. The period has not been read to its end; everything that matches the filters is resent.'
        : `Read so far: ${count} deliveries that failed or were skipped. The period has not been read to its end; everything that matches the filters is resent.`,
    meaning:
      'Each call keeps its id, and the oldest come first. A receiver that checks the id handles none twice. What belongs to a paused or removed registration stays.',
    submit: 'Resend',
    result: 'Result',
    close: 'Close',
  },
};
