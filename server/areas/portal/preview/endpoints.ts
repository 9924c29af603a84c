import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { toSafeHtml } from '../../jobads/index.ts';
import { adTexts, leadFacts } from '../pages/detail.ts';
import type { AdFacts, AdTexts } from '../queries.ts';
import { readPortalSettings } from '../settings-queries.ts';
import { JobAdPreview, type JobAdPreviewBody, JobAdPreviewResponse } from './schema.ts';

export const previewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'jobAd_preview',
    method: 'POST',
    path: '/jobads/preview',
    audience: 'platform',
    area: 'Job ads',
    permission: 'jobads:read',
    summary: 'Preview a job ad as the job portal shows it',
    description:
      'Returns what the page of the job ad would contain, in the language of the job ads. Stores nothing, and does not need a stored job ad. The texts are sanitized like stored ones.',
    body: JobAdPreview,
    success: { status: 200, description: 'The parts of the page.', schema: JobAdPreviewResponse },
    examples: [
      {
        summary: 'A draft',
        body: {
          employmentType: 'Vollzeit',
          salary: { from: 14.96, currency: 'EUR', period: 'hour' },
          location: { zipCode: '10115', city: 'Berlin' },
          tasks: '<ul><li>Ware annehmen</li></ul>',
        },
      },
    ],
    async handle({ db, tenantId, body }) {
      const { language } = await readPortalSettings(db, tenantId);
      return {
        language,
        facts: leadFacts({ language }, toFacts(body)),
        html: String(adTexts({ adLanguage: language }, toTexts(body))),
      };
    },
  }),
];

function toFacts({ employmentType, salary, location }: JobAdPreviewBody): AdFacts {
  return {
    zipCode: location?.zipCode ?? null,
    city: location?.city ?? null,
    employmentType: employmentType ?? null,
    salaryFrom: salary?.from ?? null,
    salaryTo: salary?.to ?? null,
    salaryCurrency: salary?.currency ?? null,
    salaryPeriod: salary?.period ?? null,
  };
}

function toTexts({ introduction, tasks, profile, benefits, contactText }: JobAdPreviewBody): AdTexts {
  const safe = (text: string | null | undefined) => (text == null ? null : toSafeHtml(text));
  return {
    introduction: safe(introduction),
    tasks: safe(tasks),
    profile: safe(profile),
    benefits: safe(benefits),
    contactText: safe(contactText),
  };
}
