import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { lockPortalSettings, readPortalSettings, replacePortalSettings } from '../settings-queries.ts';
import { readPortal, saveBranding } from './queries.ts';
import { brandingFaults, changedSettings, toBrandingColumns, toPortal } from './rules.ts';
import { PortalChange, PortalRead } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Job portal', path: '/portal' } as const;

export const brandingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'portal_get',
    method: 'GET',
    permission: 'portal:read',
    summary: 'Read the links, the texts, and the branding of the job portal',
    success: { status: 200, description: 'The settings.', schema: PortalRead },
    etag: 'content',
    async handle({ db, tenantId, services }) {
      const { tenant, settings } = await readPortal(db, tenantId);
      return toPortal(services.settings.publicUrl, tenant, settings);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'portal_change',
    method: 'PUT',
    permission: 'portal:write',
    summary: 'Change the links, the texts, and the branding of the job portal',
    description:
      'Changes only the properties that are sent. The same applies inside the texts. Sending null removes a link, a text about the firm, or the logo, and restores the built-in color or consent text. The job portal shows the change immediately. No change stream contains it. A change of a consent text or of privacyUrl creates a version, and so do the first settings of a tenant: earlier versions are kept, and applicants who have a form open must agree again.',
    ifMatch: {
      read: 'portal_get',
      params: () => ({}),
      lock: ({ db, tenantId }) => lockPortalSettings(db, tenantId),
    },
    body: PortalChange,
    check: ({ body }) => brandingFaults(body),
    success: { status: 204, description: 'The portal has the sent values.' },
    examples: [
      {
        summary: 'The color and the imprint',
        body: { color: '#7a1f5c', imprintUrl: 'https://example.org/imprint' },
      },
    ],
    handle: ({ tenantId, body, write }) =>
      write(async (db) => {
        await lockPortalSettings(db, tenantId);
        const stored = await readPortalSettings(db, tenantId);
        await replacePortalSettings(db, tenantId, stored, changedSettings(stored, body));
        await saveBranding(db, tenantId, toBrandingColumns(body));
      }),
  }),
];
