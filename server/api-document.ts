import { cookieName, PERMISSIONS } from './areas/access/index.ts';
import { describeCalls } from './areas/webhooks/index.ts';
import { PREFIXES } from './core/http/index.ts';
import { buildOpenApiDocument, type OpenApiDocument } from './core/http/openapi.ts';
import { sessionSecurity, tokenSecurity } from './core/http/openapi-security.ts';
import { ENDPOINTS } from './endpoints.ts';

const DESCRIPTION = `Keep external systems in sync with a recruiting and staffing platform. The API covers candidates and everything that belongs to them, applications, customer companies with their sites, work locations, and contacts, customer requests, job ads, users, branches, and value lists.

**Authentication.** Authenticate with OAuth 2.0 client credentials, and send the access token with every call. A token is valid for \`expires_in\` seconds, normally a day. Keep it and share it between your processes. On a 401, request a new token once and repeat the call once.

**User-Agent.** Every call must send a \`User-Agent\` with a product and a version, such as \`Mozilla/5.0 (YourCompany)\`.

**Errors.** Every error has the same body: \`messageGuid\` identifies the error in the log, \`message\` says what to do, and \`validationErrors\` lists everything that is wrong with the request. If a path does not support a method, the response is a 405 with \`Allow\`.

**Synchronization.** Change streams return what changed in a day, an hour, or another period. The changes of a period are final once it has ended. \`GET /changes\` returns every change in one gapless feed. Webhooks only name records: fetch the records after the call.

**Retries.** Send an \`Idempotency-Key\` with calls that create something. You can then safely repeat a call after a lost response.

**Formats.** Times are ISO 8601. A request can have any offset; a time without a zone is UTC. Responses have UTC with Z. Dates are YYYY-MM-DD, from 0001-01-01. Texts are trimmed at both ends, and empty or blank text in an optional property means null. Unknown properties of a body are ignored and listed in \`Ignored-Properties\`. Unknown query parameters are rejected.`;

const PLATFORM_DESCRIPTION = `The API behind the console. It signs users in and maintains the records that the integration API can only read.

**The integration API is included.** Every operation of \`/v3/openapi.json\` is also served below \`/platform\`, with a session instead of a token. If this document has the same method and path, its operation applies. Below \`/platform\`, any \`User-Agent\` is accepted. An \`Idempotency-Key\` belongs to the user, so a call can be repeated in a new session.

**Authentication.** \`POST /platform/session\` accepts an email address and a password, and sets a cookie. The role of a user determines the permissions: \`admin\` can do everything; \`recruiter\` can read everything and write candidates, documents, communication, applications, customers, requests, proposals, and job ads; \`branchManager\` can also change branches; \`viewer\` can only read; \`integrator\` maintains API clients and webhooks and sees no data about candidates and customers; \`dataProtection\` reads what is stored about people and who read it, and erases it.

**Live stream.** \`GET /platform/live\` sends server-sent events as long as the session lasts. \`change\` has \`entity\`, \`id\` and \`operation\` (new, modified, deleted) of a record that the user can read, \`actorKind\` (user, client, portal, system, operator), and for a user \`actorName\`, if the role can read users. A change of a proposal has the entity \`requestProposal\` with the id of the request, and \`candidateProposal\` with that of the candidate. A change appears as soon as it is final. \`task\` and \`notification\` say that the user's own tasks or notifications have changed: read them, also after connecting. Send the id of the last event as \`Last-Event-ID\` to continue after it. The first event is \`ready\`, or \`reset\` if the stream cannot continue there: then read everything anew. The stream does not count as use of the session. A user can have ten streams; beyond that, the response is 429.

**Cross-site requests.** Calls that change something must come from the pages of this service, which the browser states in \`Sec-Fetch-Site\` or \`Origin\`. A program sends \`Origin\` with the address of the service. There is no CSRF token. Pages of other origins have no access (no CORS).

**Errors and formats** are the same as in the integration API.`;

/** Areas that only the platform has. They come before the areas of the integration API. */
const PLATFORM_AREAS: Record<string, string> = {
  Session: 'Sign in, sign out, and change your password.',
  'Job ads': 'Write job ads, publish them on the job portal, and take them down.',
  'Job portal': 'The links and the branding of the tenant’s job portal.',
  'API clients': 'External applications with their permissions and secrets.',
  Mail: 'Texts of mails to applicants, and addresses for replies and notifications.',
  Proposals: 'Which candidates fit a request of a customer, who was proposed, and who was placed.',
  Tasks: 'What users have to do, with a due date, an assignee, and the record that it is about.',
  Notifications: 'What a user is told of: mentions in notes, and tasks that others assign.',
  Search: 'Find candidates by words and filters, and records of every kind by words.',
  Duplicates:
    'Pairs of candidates that are probably the same person, merging two candidates, and undoing a merge.',
  'Saved views': 'Filters of the screens of the console, kept by a user or shared with a branch.',
  Privacy:
    'Propose the erasure of candidates, forbid it, erase them, export what is stored about them, and list who read which documents.',
};

/** Every area of the integration API with its description, in the order of the document. */
const AREAS: Record<string, string> = {
  'Customer requests':
    'Requests of customers for temporary staffing, direct placement, or a service contract, and their status.',
  'Customer request evaluations': 'Key figures of customer requests over a period.',
  'Candidate overviews': 'All candidates, their change streams, and the search for duplicates.',
  'Candidate details':
    'One candidate: profile, languages, skills, resume, contact channels, status, and applications.',
  'Candidate documents': 'Upload and read documents of candidates, and read their change stream.',
  'Candidate communication': 'Calls, letters, and messages exchanged with a candidate.',
  Applications:
    'Applications from career sites and job portals, sent with the candidate and documents in one call.',
  'Company overviews': 'Change streams of the customer companies.',
  'Company details': 'One customer company: profile, customer and contract status, and activities.',
  'Company sites': 'Sites (offices) of customer companies. The tenant’s own units are branches.',
  'Work locations': 'Locations of a customer’s site where people work.',
  'Company contacts': 'People at a customer’s site.',
  'Job ad overviews': 'All job ads and their change streams.',
  'Job ad details': 'One job ad with its texts and conditions.',
  'Job ad evaluations': 'Statistics of job ads, channels, branches, and recruiters.',
  Users: 'Users of the platform, and which of them records can be assigned to.',
  Branches: 'The tenant’s own organizational units. Use their ids as officeId in filters.',
  'Master data': 'Value lists that records refer to by id. They rarely change, so cache them for a day.',
  Webhooks: 'Register for events, and read the delivery log.',
  Changes: 'All changes in one gapless feed.',
  Usage: 'The number of issued tokens.',
};

const PERMISSION_SUBJECTS: Record<string, string> = {
  candidates: 'candidates and everything that belongs to them',
  documents: 'documents and their contents',
  communication: 'communication with candidates',
  applications: 'applications',
  customers: 'companies, sites, work locations, and contacts',
  requests: 'customer requests',
  jobads: 'job ads',
  reports: 'evaluations',
  users: 'users',
  branches: 'branches',
  masterdata: 'value lists',
  webhooks: 'webhook registrations and the delivery log',
};

function describePermission(permission: string): string {
  const [area = '', action] = permission.split(':');
  return `${action === 'read' ? 'Read' : 'Create and change'} ${PERMISSION_SUBJECTS[area] ?? area}.`;
}

/** The OpenAPI document of the integration API for a service with this origin. */
export function apiDocument(publicUrl: string): OpenApiDocument {
  return buildOpenApiDocument({
    info: {
      title: 'API V3',
      version: '3.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    serverUrl: publicUrl + PREFIXES.integration,
    serverDescription: 'This installation.',
    security: tokenSecurity({
      tokenUrl: `${publicUrl}/oauth/token`,
      tokenAudience: `${publicUrl}/api/v3`,
      permissions: Object.fromEntries(PERMISSIONS.map((name) => [name, describePermission(name)])),
    }),
    areas: AREAS,
    endpoints: ENDPOINTS.filter(({ audience }) => audience === 'integration'),
    webhooks: describeCalls(publicUrl + PREFIXES.integration),
  });
}

/** The OpenAPI document of the platform's own operations. */
export function platformDocument(publicUrl: string): OpenApiDocument {
  return buildOpenApiDocument({
    info: {
      title: 'Platform API',
      version: '3.0.0',
      description: PLATFORM_DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    serverUrl: publicUrl + PREFIXES.platform,
    serverDescription: 'This installation.',
    security: sessionSecurity(cookieName({ publicUrl })),
    areas: { ...PLATFORM_AREAS, ...AREAS },
    endpoints: ENDPOINTS.filter(({ audience }) => audience === 'platform'),
  });
}
