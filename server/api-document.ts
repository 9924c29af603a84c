import { cookieName, PERMISSIONS } from './areas/access/index.ts';
import { PREFIXES } from './core/http/index.ts';
import { buildOpenApiDocument, type OpenApiDocument } from './core/http/openapi.ts';
import { sessionSecurity, tokenSecurity } from './core/http/openapi-security.ts';
import { ENDPOINTS } from './endpoints.ts';

const DESCRIPTION = `Keeps external systems in step with a recruiting and staffing platform: candidates with everything that belongs to them, applications, customer companies with sites, work locations and contacts, customer requests, job ads, users, branches and value lists.

**Getting in.** An application authenticates by OAuth 2.0 client credentials and sends the access token with every call. Tokens are valid for as long as \`expires_in\` says, normally a day: keep one and share it. On a 401 request a new token once and repeat the call once.

**User-Agent.** Every call must carry one with a product and a version, such as \`Mozilla/5.0 (YourCompany)\`.

**Faults.** Every refusal has the same body: \`messageGuid\` names it in the log, \`message\` says what to do, \`validationErrors\` names all faults of the request at once. A path that does not take a method answers 405 with \`Allow\`.

**Staying in step.** Change streams answer what changed in a period, a day or an hour; a period that has ended is final. \`GET /changes\` gives every change in one gapless feed. Webhooks only point to records: fetch what they name.

**Repeating calls.** Send an \`Idempotency-Key\` with what creates something, and a call repeated after a lost answer creates nothing twice.

**Times** are ISO 8601 in UTC and end in Z, dates are YYYY-MM-DD. Unknown properties of a body are ignored and named in \`Ignored-Properties\`; unknown query parameters are refused.`;

const PLATFORM_DESCRIPTION = `What the console works with: signing in, and what has to be maintained and is only read by the integration API.

**All of the integration API as well.** Every operation of the document \`/v3/openapi.json\` is served below \`/platform\` too, with a session instead of a token; where this document has the same method and path, its own operation counts. There, \`User-Agent\` may be anything and \`Idempotency-Key\` means nothing.

**Getting in.** \`POST /platform/session\` takes e-mail address and password and sets a cookie. What a user may do follows from the role: \`admin\` everything; \`recruiter\` reads everything and writes candidates, documents, communication, applications, customers, requests and job ads; \`viewer\` reads.

**Forged calls.** Calls that change something must come from the pages of this service, as the browser says in \`Sec-Fetch-Site\` or \`Origin\`; a program sends \`Origin\` with the address of the service. There is no token to send along and no way in for pages of other origins (no CORS).

**Faults, times, unknown properties** are as in the integration API.`;

/** Areas of the platform alone, before those it shares with the interface. */
const PLATFORM_AREAS: Record<string, string> = {
  Session: 'Signing in and out, and the own password.',
  'Job ads': 'Writing job ads, and their way from the draft to the job portal and off it.',
};

/** Every area of the interface, in its order, and what is found there. */
const AREAS: Record<string, string> = {
  'Customer requests':
    'Requests of customers for temporary staffing, direct placement or a service contract, and their status.',
  'Customer request evaluations': 'Key figures of customer requests over a period.',
  'Candidate overviews': 'All candidates, their change streams and the search for duplicates.',
  'Candidate details':
    'One candidate: master data, languages, skills, resume, contact channels, status, applications.',
  'Candidate documents': 'Uploading and reading documents of candidates, and their change stream.',
  'Candidate communication': 'Calls, letters and messages exchanged with a candidate.',
  Applications: 'Applications from career sites and job portals, with candidate and documents in one call.',
  'Company overviews': 'Change streams of the customer companies.',
  'Company details': 'One customer company: master data, customer and contract status, activities.',
  'Company sites': 'Sites (offices) of customer companies; the tenant’s own units are branches.',
  'Work locations': 'Where people work: locations of a customer’s site.',
  'Company contacts': 'People at a customer’s site.',
  'Job ad overviews': 'All job ads and their change streams.',
  'Job ad details': 'One job ad with its texts and conditions.',
  'Job ad evaluations': 'Statistics of job ads, channels, branches and recruiters.',
  Users: 'Users of the platform, and those that records can be assigned to.',
  Branches: 'The tenant’s own organisation units; their ids are the officeId of filters.',
  'Master data': 'Value lists that records refer to by id. They change rarely: cache them for a day.',
  Webhooks: 'Registering for events, and the protocol of what was delivered.',
  Changes: 'One gapless feed of all changes.',
  Usage: 'The ledger of issued tokens.',
};

const PERMISSION_SUBJECTS: Record<string, string> = {
  candidates: 'candidates and what belongs to them',
  documents: 'documents and their contents',
  communication: 'communication with candidates',
  applications: 'applications',
  customers: 'companies, sites, work locations and contacts',
  requests: 'customer requests',
  jobads: 'job ads',
  reports: 'evaluations',
  users: 'users',
  branches: 'branches',
  masterdata: 'value lists',
  webhooks: 'webhook registrations and the delivery protocol',
};

function describePermission(permission: string): string {
  const [area = '', action] = permission.split(':');
  return `${action === 'read' ? 'Read' : 'Create and change'} ${PERMISSION_SUBJECTS[area] ?? area}.`;
}

/** The OpenAPI document of the integration API for a service that callers reach under this origin. */
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
