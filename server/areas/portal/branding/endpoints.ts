import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { insertPortalSettings, lockPortalSettings, readPortalSettings } from '../settings.ts';
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
    summary: 'Read the links and the branding of the job portal',
    success: { status: 200, description: 'The settings.', schema: PortalRead },
    etag: 'content',
    async handle({ db, tenantId, services }) {
      const { key, settings } = await readPortal(db, tenantId);
      return toPortal(services.settings.publicUrl, key, settings);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'portal_change',
    method: 'PUT',
    permission: 'portal:write',
    summary: 'Change the links and the branding of the job portal',
    description:
      'Changes only the properties that are sent. The same applies inside aboutText. Sending null removes a link, a text, or the logo, and restores the built-in color. The job portal shows the change immediately. No change stream contains it. The consent texts are set on the command line (portal set).',
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
        const { version: _, branding: __, ...stored } = await readPortalSettings(db, tenantId);
        const settings = changedSettings(stored, body);
        if (settings !== undefined) await insertPortalSettings(db, tenantId, settings);
        await saveBranding(db, tenantId, toBrandingColumns(body));
      }),
  }),
];
