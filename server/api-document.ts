import { PERMISSIONS } from './areas/access/index.ts';
import { buildOpenApiDocument, type OpenApiDocument } from './core/http/openapi.ts';
import { ENDPOINTS } from './endpoints.ts';

const DESCRIPTION = `Keeps external systems in step with a recruiting and staffing platform: candidates with everything that belongs to them, applications, customer companies with sites, work locations and contacts, customer requests, job ads, users, branches and value lists.

**Getting in.** An application authenticates by OAuth 2.0 client credentials and sends the access token with every call. Tokens are valid for as long as \`expires_in\` says, normally a day: keep one and share it. On a 401 request a new token once and repeat the call once.

**User-Agent.** Every call must carry one with a product and a version, such as \`Mozilla/5.0 (YourCompany)\`.

**Faults.** Every refusal has the same body: \`messageGuid\` names it in the log, \`message\` says what to do, \`validationErrors\` names all faults of the request at once. A path that does not take a method answers 405 with \`Allow\`.

**Staying in step.** Change streams answer what changed in a period, a day or an hour; a period that has ended is final. \`GET /changes\` gives every change in one gapless feed. Webhooks only point to records: fetch what they name.

**Repeating calls.** Send an \`Idempotency-Key\` with what creates something, and a call repeated after a lost answer creates nothing twice.

**Times** are ISO 8601 in UTC and end in Z, dates are YYYY-MM-DD. Unknown properties of a body are ignored and named in \`Ignored-Properties\`; unknown query parameters are refused.`;

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
    serverUrl: `${publicUrl}/v3`,
    serverDescription: 'This installation.',
    tokenUrl: `${publicUrl}/oauth/token`,
    tokenAudience: `${publicUrl}/api/v3`,
    permissions: Object.fromEntries(PERMISSIONS.map((name) => [name, describePermission(name)])),
    areas: AREAS,
    endpoints: ENDPOINTS.filter(({ audience }) => audience === 'integration'),
  });
}
