import type { TenantDatabase } from '../core/db/connection.ts';
import { runTransaction } from '../core/db/transaction.ts';
import { ApiError, type Fault } from '../core/http/index.ts';
import type { Services } from '../core/services.ts';
import { ADDRESS_OPTIONS, type BodyOption, optionsByProperty, toBody } from './body-options.ts';
import { requireBranch } from './branch.ts';
import { type Command, CommandError, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { callOperation, withNames } from './operations.ts';
import { isRecordId } from './record-id.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const STATUSES = ['Editing', 'Active', 'Completed'];
const DEFAULT_CURRENCY = 'EUR';

const html = (property: string, what: string) =>
  ({ value: 'FILE', property, type: 'file', meaning: `File with the ${what}, as HTML.` }) as const;

const BODY_OPTIONS = {
  title: { value: 'TITLE', property: 'title', meaning: 'Title.', isRequired: true },
  ...ADDRESS_OPTIONS,
  'employment-type': { value: 'TEXT', property: 'employmentType', meaning: 'Type of employment.' },
  'weekly-hours': {
    value: 'HOURS',
    property: 'weeklyHours',
    type: 'number',
    meaning: 'Working hours per week.',
  },
  'end-date': {
    value: 'YYYY-MM-DD',
    property: 'endDate',
    meaning: 'Last day on the job portal (UTC). Default: no end.',
  },
  'start-date': { value: 'YYYY-MM-DD', property: 'startDate', meaning: 'First day of the employment.' },
  'salary-from': { value: 'AMOUNT', property: 'salary.from', type: 'number', meaning: 'Lowest salary.' },
  'salary-to': { value: 'AMOUNT', property: 'salary.to', type: 'number', meaning: 'Highest salary.' },
  'salary-period': { value: 'hour|month|year', property: 'salary.period', meaning: 'Period of the salary.' },
  'salary-currency': {
    value: 'CODE',
    property: 'salary.currency',
    meaning: `Currency of the salary. Default: ${DEFAULT_CURRENCY}.`,
  },
  introduction: html('introduction', 'introduction'),
  tasks: html('tasks', 'tasks'),
  profile: html('profile', 'skills and experience that the applicant needs'),
  benefits: html('benefits', 'benefits'),
  contact: html('contactText', 'contact for questions'),
} as const satisfies Record<string, BodyOption>;

const OPTION_OF = { ...optionsByProperty(BODY_OPTIONS), officeId: 'branch' };
const OPTION_NAMES = Object.fromEntries(
  Object.entries(OPTION_OF).map(([property, option]) => [property, `--${option}`]),
);

interface JobAd {
  jobAdId: number;
  title: string;
  status: string;
  office: string;
  endDate: string | null;
  applications: number;
}

export const jobAdCommands: readonly Command[] = [
  {
    name: 'jobad create',
    summary: 'Create a job ad. It is a draft until it is published.',
    options: {
      tenant: TENANT_OPTION,
      branch: { value: 'ID|NAME', meaning: 'Branch of the job ad.', isRequired: true },
      ...BODY_OPTIONS,
      publish: { meaning: 'Publish the job ad at once.' },
    },
    async run({ options, settings }) {
      const texts = await toBody(BODY_OPTIONS, options);
      if (texts.salary !== undefined) texts.salary = { currency: DEFAULT_CURRENCY, ...texts.salary };
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const body = { ...texts, officeId: await requireBranch(services, tenant, options.branch!) };
        const listedBy = { officeId: `branch list --tenant ${tenant.key}` };
        const input = { tenantId: tenant.id, body, optionOf: OPTION_OF, listedBy };
        const isPublished = options.publish !== undefined;
        // One transaction, so that a job ad that cannot be published is not left behind as a draft.
        const id = await runTransaction(services.database.tenant(tenant.id), async (db) => {
          const created = await callOperation<{ id: number }>(services, 'jobAd_create', input, db);
          if (isPublished) await publishNew(services, tenant.id, created.id, db);
          return created.id;
        });
        return {
          data: { id, tenant: tenant.key, status: isPublished ? 'Active' : 'Editing' },
          text: isPublished
            ? `Published job ad ${id}: ${services.settings.publicUrl}/jobs/${tenant.key}/${id}`
            : `Created job ad ${id} as a draft. Next: npx stellwerk jobad publish ${id} --tenant ${tenant.key}`,
        };
      });
    },
  },
  {
    name: 'jobad publish',
    summary: 'Publish a job ad on the job portal.',
    arguments: ['ID'],
    options: { tenant: TENANT_OPTION },
    run: ({ arguments: [text], options, settings }) => {
      if (!isRecordId(text!))
        throw new UsageError(
          `"${text}" is not a job ad id. See: npx stellwerk jobad list --tenant ${options.tenant}`,
        );
      const id = Number(text);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        await publish(services, tenant, id);
        return {
          data: { id, tenant: tenant.key, status: 'Active' },
          text: `Published job ad ${id}: ${services.settings.publicUrl}/jobs/${tenant.key}/${id}`,
        };
      });
    },
  },
  {
    name: 'jobad list',
    summary: 'List the job ads of a tenant, newest first.',
    options: {
      tenant: TENANT_OPTION,
      status: { value: 'STATUS', meaning: `Only job ads with this status: ${STATUSES.join(', ')}.` },
    },
    run: ({ options, settings }) => {
      const { status } = options;
      if (status !== undefined && !STATUSES.includes(status))
        throw new UsageError(`--status must be one of ${STATUSES.join(', ')}.`);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const jobAds = await listJobAds(services, tenant.id, status);
        const rows = jobAds.map(({ jobAdId, title, status: current, office, endDate, applications }) => [
          String(jobAdId),
          current,
          office,
          endDate ?? '',
          String(applications),
          title,
        ]);
        return {
          data: jobAds,
          text: toTable(['ID', 'STATUS', 'BRANCH', 'LAST DAY', 'APPLICATIONS', 'TITLE'], rows),
        };
      });
    },
  },
];

/** Throws a UsageError if the options do not suffice: nothing else decides about a new job ad. */
async function publishNew(
  services: Services,
  tenantId: number,
  id: number,
  db: TenantDatabase,
): Promise<void> {
  await callOperation(services, 'jobAd_publish', { tenantId, params: { jobAdId: id } }, db).catch((error) => {
    const faults = faultsOf(error);
    if (faults.length === 0) throw error;
    const sentences = faults.map((fault) => {
      const { problem, wayOut } = split(fault);
      const instead =
        fault.property === 'endDate' ? 'Pass a later day, or leave the option out for no end.' : wayOut;
      return withNames(`${problem} ${instead.replace(/^Send /, 'Pass ')}`, OPTION_NAMES);
    });
    throw new UsageError(`The job ad cannot be published and was not created. ${sentences.join(' ')}`);
  });
}

/** A stored job ad can be changed only in the console. */
async function publish(services: Services, tenant: { id: number; key: string }, id: number): Promise<void> {
  const input = { tenantId: tenant.id, params: { jobAdId: id } };
  await callOperation(services, 'jobAd_publish', input).catch((error) => {
    if (error instanceof ApiError && error.status === 404) {
      throw new CommandError(
        `Tenant "${tenant.key}" has no job ad ${id}. See: npx stellwerk jobad list --tenant ${tenant.key}`,
      );
    }
    const faults = faultsOf(error);
    if (faults.length === 0) throw error;
    const isDraft = faults.every(({ property }) => property !== 'status');
    const problems = faults.map((fault) => withNames(split(fault).problem, { endDate: 'Its last day' }));
    throw new CommandError(
      [
        `Job ad ${id} ${isDraft ? 'is a draft and ' : ''}cannot be published.`,
        ...problems,
        `Change it in the console: ${services.settings.publicUrl}/app/jobads/${id}`,
      ].join(' '),
    );
  });
}

function faultsOf(error: unknown): readonly Fault[] {
  return error instanceof CommandError && error.cause instanceof ApiError ? error.cause.faults : [];
}

/** The message of a fault ends with what a caller of the API has to send. */
function split({ message }: Fault): { problem: string; wayOut: string } {
  const end = message.search(/ Send [^.]+/);
  return end === -1
    ? { problem: message, wayOut: '' }
    : { problem: message.slice(0, end), wayOut: message.slice(end + 1) };
}

async function listJobAds(services: Services, tenantId: number, status: string | undefined) {
  const jobAds: JobAd[] = [];
  let before: number | undefined;
  do {
    const page = await callOperation<{ jobAds: JobAd[]; next: number | null }>(
      services,
      'jobAd_listForEditing',
      {
        tenantId,
        query: { status, before, limit: 200 },
      },
    );
    jobAds.push(...page.jobAds);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return jobAds;
}
