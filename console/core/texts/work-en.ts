import type { DOCUMENTS_DE, MENTIONS_DE, NOTIFICATIONS_DE, TASKS_DE } from './work-de.ts';

const TOO_COMPLEX =
  'The file is too complex to read. Ask for a simpler one, or enter the data in the profile.';

export const DOCUMENTS_EN: typeof DOCUMENTS_DE = {
  close: (name) => `Close ${name}`,
  download: 'Download',
  unnamed: (id) => `Document ${id}`,
  notShown: 'This format cannot be shown here. Download the file.',
  tooLarge: 'This text is too long to show. Download the file.',
  notRead: 'The file could not be read.',
  damaged: 'The file is damaged and cannot be shown. Download it.',
  locked: 'The file is protected with a password. Download it.',
  pages: 'Pages',
  page: (page, pages) => `Page ${page} of ${pages}`,
  pageFailed: (page) => `Page ${page} could not be shown.`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  smaller: 'Zoom out',
  larger: 'Zoom in',
  fit: 'Page width',
  category: 'Type of new file',
  categories: {
    cv: 'CV',
    application: 'Application',
    driverlicense: "Driver's license",
    workpermit: 'Work permit',
    certificateofgoodconduct: 'Certificate of good conduct',
    other: 'Other',
  },
  add: 'Add files',
  drop: 'or drop them here',
  parse: 'Fill in missing details from the CV',
  uploads: 'New files',
  uploading: (name) => `Sending ${name}`,
  added: (name) => `“${name}” has been added.`,
  dismiss: (name) => `Close the message about ${name}`,
  folder: 'This is a folder. Add the files in it instead.',
  empty: 'The file is empty.',
  tooBig: 'The file is larger than 25 MB.',
  refused: 'The service did not accept the file.',
  expired: 'Your session had ended. The file was not stored. Sign in, and try again.',
  noSpace:
    'There is no space for more files: the quota of your company or the storage of the service is full. Nothing was stored. Delete documents that you no longer need, or ask your administrators for more space.',
  candidateGone: 'This candidate no longer exists: somebody has deleted or merged it. Nothing was stored.',
  busy: 'The service is overloaded or unavailable at the moment. The file was not stored. Try again later.',
  quoted: (name) => `“${name}”`,
  notAdded: (candidate, names) => `Not added to ${candidate}: ${names}.`,
  toDocuments: 'View documents',
  unreadable: 'The file cannot be read. Choose it again.',
  parsing: { requested: 'Being read…', done: 'Read', failed: 'Could not be read' },
  parsingReasons: {
    unknownFormat: 'Files of this format are not read. Ask for the CV as PDF or DOCX.',
    oldWord: 'The format is older than Word 97. Save the file as DOCX or PDF, and add it again.',
    image:
      'The file is a picture, and text recognition (OCR) is not turned on. Ask for the CV as a PDF with text or as DOCX, or enter the data in the profile.',
    otherImage:
      'The file is a picture that is neither JPEG nor PNG. Ask for the CV as a PDF with text or as DOCX.',
    scan: 'The file is a scan without text, and text recognition (OCR) is not turned on. Ask for the CV as a PDF with text or as DOCX, or enter the data in the profile.',
    unrecognized: 'No text was recognized in the pictures. Ask for the CV as a PDF with text or as DOCX.',
    tooManyPixels: 'The picture has more than 50 million pixels. Save it with fewer, and add it again.',
    encrypted: 'The file is protected with a password. Ask for the CV without one.',
    damaged: 'The file is damaged. Ask for it to be sent again.',
    noText: 'The file contains no text. Ask for the CV as a PDF with text or as DOCX.',
    tooLarge: 'The file is larger than 25 MiB. Ask for a smaller one.',
    tooManyEntries: 'The file has too many parts. Save it as PDF, and add it again.',
    suspiciousCompression: 'The file is too large when decompressed. Save it as PDF, and add it again.',
    timeout: TOO_COMPLEX,
    memory: TOO_COMPLEX,
    crashed: TOO_COMPLEX,
    unreadable: 'The stored file cannot be read. Tell your administrator.',
    internal: 'The data could not be stored. Enter it in the profile, or add the file again.',
    retried: 'The data could not be stored. The service will try again automatically.',
    other: 'Ask for the CV as a PDF with text or as DOCX, or enter the data in the profile.',
  },
  filled: (names) => `Filled in from the CV: ${names}.`,
  noLines: 'The text of the CV contains none of these values as they now are in the profile.',
  filledParts: {
    title: 'title',
    'birth.date': 'date of birth',
    'birth.place': 'place of birth',
    nationalityId: 'nationality',
    'contact.email': 'email address',
    'contact.phone': 'phone',
    'contact.mobile': 'mobile',
    contactChannels: 'further contact channels',
    location: 'address',
    'resume.jobs': 'work experience',
    'resume.professionEducations': 'vocational training',
    'resume.schoolEducations': 'school education',
    'resume.educations': 'further training',
    languages: 'languages',
    driversLicences: "driver's licenses",
    qualifications: 'qualifications',
    professionObjects: 'professions',
    keywords: 'keywords',
  },
  proposals: {
    title: 'Proposals from the CV',
    waiting: (count) => (count === 1 ? '1 proposal' : `${count} proposals`),
    accept: 'Accept',
    acceptNamed: (value) => `Accept ${value}`,
    reject: 'Reject',
    rejectNamed: (value) => `Reject ${value}`,
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    accepted: (count) =>
      count === 1 ? 'The proposal has been accepted.' : `${count} proposals have been accepted.`,
    rejected: (count) =>
      count === 1 ? 'The proposal has been rejected.' : `${count} proposals have been rejected.`,
    conflict: (names) => `Not accepted, because something else has been entered in the meantime: ${names}.`,
    sure: (percent) => `${percent}% sure`,
    places: 'Where the values were found',
    show: (page) => `Show on page ${page}`,
    showLine: 'Show in the text',
    marked: 'The place in the document',
    description: 'Description',
    leftovers: {
      nothingFound: 'No values were found in this document. Please look through it yourself.',
      otherName:
        'The CV names a different person than the profile. Check whether the file belongs here, and which details were filled in from it.',
      unusedPeriods: (count) =>
        count === 1 ? 'One period was not used.' : `${count} periods were not used.`,
      unusedContacts: (count) =>
        count === 1
          ? 'One more email address or phone number was not used.'
          : `${count} more email addresses or phone numbers were not used.`,
      pageWithoutText: (pages, count) =>
        count === 1 ? `Page ${pages} has no text (a picture?).` : `Pages ${pages} have no text (pictures?).`,
      recognizedPages: (pages, count) =>
        count === 1
          ? `The text of page ${pages} was recognized in a picture: check the letters.`
          : `The text of pages ${pages} was recognized in pictures: check the letters.`,
      unreadPages: (pages, count) =>
        count === 1 ? `Page ${pages} was not read.` : `Pages ${pages} were not read.`,
      outdatedJobs: (count) =>
        count === 1
          ? 'The CV is older than a year: check whether the job marked “until today” is still current.'
          : `The CV is older than a year: check whether the ${count} jobs marked “until today” are still current.`,
    },
    today: 'today',
  },
  delete: 'Delete…',
  deleteNamed: (name) => `Delete ${name}`,
  deleteTitle: 'Delete the document?',
  deleteLead: (name) => `“${name}” will be deleted for good. Details copied to the profile stay.`,
  deleteForGood: 'Delete for good',
  deleted: (name) => `“${name}” has been deleted.`,
  cancel: 'Cancel',
};

export const TASKS_EN: typeof TASKS_DE = {
  heading: 'Follow-ups',
  none: 'No open follow-ups.',
  add: 'Add follow-up',
  title: 'What needs to be done?',
  days: { tomorrow: 'Tomorrow', threeDays: 'In 3 days', nextWeek: 'Next week' },
  assignee: 'Assign to',
  me: (name) => `Me (${name})`,
  unsuitable: 'The role of this person does not include tasks about this candidate. Choose somebody else.',
  save: 'Add',
  cancel: 'Cancel',
  created: (title) => `“${title}” has been added.`,
  createdFor: (title, day) => `“${title}” has been added for ${day}.`,
  removed: (title) => `“${title}” has been removed again.`,
};

export const NOTIFICATIONS_EN: typeof NOTIFICATIONS_DE = {
  heading: 'Notifications',
  unread: (count) => `Notifications, ${count} unread`,
  none: 'No notifications yet.',
  mention: (actor, record) => `${actor} mentioned you in a note about ${record}`,
  task: (actor, title) => `${actor} assigned you a task: ${title}`,
  taskAbout: (actor, title, record) => `${actor} assigned you a task about ${record}: ${title}`,
  someone: 'Somebody',
  new: 'New',
  markRead: 'Mark as read',
  markNamed: (text) => `Mark as read: ${text}`,
  markAll: 'Mark all as read',
};

export const MENTIONS_EN: typeof MENTIONS_DE = {
  list: 'Mention',
  help: 'Type @ to mention somebody.',
  unsuitable: (names) => `${names} cannot read notes. Remove the mention.`,
};
