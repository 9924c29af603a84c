import type { TenantDatabase } from '../../core/db/connection.ts';
import { contactFaults } from '../../core/http/contact-data.ts';
import { type AnyEndpoint, defineEndpoint, type Language, notFound } from '../../core/http/index.ts';
import { sendsMail } from '../../core/mail/index.ts';
import {
  changeMailSettings,
  deleteTemplate,
  listTemplates,
  lockMailSettings,
  lockTemplates,
  readMailSettings,
  storeTemplate,
} from './queries.ts';
import {
  MailSettingsChange,
  MailSettingsResponse,
  MailTemplateChange,
  MailTemplatesResponse,
  TemplatePath,
} from './schema.ts';
import { isTemplate, LANGUAGES, TEMPLATE_NAMES, TEMPLATES, templateFaults } from './templates.ts';

const COMMON = { audience: 'platform', area: 'Mail' } as const;

function addressFaults(body: { replyTo?: string | null; contactAddress?: string | null }) {
  return (['replyTo', 'contactAddress'] as const).flatMap((property) =>
    contactFaults({ email: body[property] }, ['email'], '').map((fault) => ({
      ...fault,
      property,
      message: fault.message.replace('email', property),
    })),
  );
}

/** Throws a 404 for a text that does not exist. */
function toTemplate({ template, language }: { template: string; language: string }) {
  if (!isTemplate(template) || !LANGUAGES.includes(language as Language)) throw notFound('Mail text');
  return { name: template, language: language as Language };
}

/** A change of one text says that the texts are those of the list. */
const TEXTS_MATCH = {
  read: 'mailTemplate_list',
  params: () => ({}),
  lock: ({ db, tenantId }: { db: TenantDatabase; tenantId: number }) => lockTemplates(db, tenantId),
};

export const mailEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'mailSettings_get',
    method: 'GET',
    path: '/mail/settings',
    permission: 'mail:read',
    summary: 'Read the mail settings',
    success: { status: 200, description: 'The settings.', schema: MailSettingsResponse },
    etag: 'content',
    handle: async ({ db, tenantId, services }) => ({
      isActive: sendsMail(services.settings),
      ...(await readMailSettings(db, tenantId)),
    }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'mailSettings_change',
    method: 'PUT',
    path: '/mail/settings',
    permission: 'mail:write',
    summary: 'Change the mail settings',
    description: 'Only the properties that you send change.',
    ifMatch: {
      read: 'mailSettings_get',
      params: () => ({}),
      lock: ({ db, tenantId }) => lockMailSettings(db, tenantId),
    },
    body: MailSettingsChange,
    check: ({ body }) => addressFaults(body),
    examples: [{ summary: 'Set the address for replies', body: { replyTo: 'bewerbung@acme.example' } }],
    success: { status: 204, description: 'The settings have the values that were sent.' },
    async handle({ tenantId, body, writeStatement }) {
      await writeStatement((db) => changeMailSettings(db, tenantId, body));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'mailTemplate_list',
    method: 'GET',
    path: '/mail/templates',
    permission: 'mail:read',
    summary: 'List the texts of mails',
    success: { status: 200, description: 'The texts.', schema: MailTemplatesResponse },
    etag: 'content',
    async handle({ db, tenantId }) {
      const stored = await listTemplates(db, tenantId);
      return {
        templates: TEMPLATE_NAMES.flatMap((name) => LANGUAGES.map((language) => describe(name, language))),
      };

      function describe(template: (typeof TEMPLATE_NAMES)[number], language: Language) {
        const { description, placeholders, builtIn } = TEMPLATES[template];
        const own = stored.find((row) => row.name === template && row.language === language);
        const { subject, body } = own ?? builtIn[language];
        return {
          template,
          language,
          description,
          isBuiltIn: own === undefined,
          subject,
          body,
          builtIn: builtIn[language],
          placeholders: Object.entries(placeholders).map(([name, meaning]) => ({ name, meaning })),
        };
      }
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'mailTemplate_put',
    method: 'PUT',
    path: '/mail/templates/{template}/{language}',
    permission: 'mail:write',
    summary: 'Replace the text of a mail',
    description:
      'Applies to mails that are sent from then on, also if they were queued before. A text with an unknown placeholder is rejected.',
    params: TemplatePath,
    ifMatch: TEXTS_MATCH,
    body: MailTemplateChange,
    check: ({ params, body }) => (isTemplate(params.template) ? templateFaults(params.template, body) : []),
    success: { status: 204, description: 'The mail has the text that was sent.' },
    notFound: 'Mail text',
    async handle({ tenantId, params, body, write }) {
      const key = toTemplate(params);
      await write(async (db) => {
        await lockTemplates(db, tenantId);
        await storeTemplate(db, tenantId, key, body);
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'mailTemplate_delete',
    method: 'DELETE',
    path: '/mail/templates/{template}/{language}',
    permission: 'mail:write',
    summary: 'Restore the built-in text of a mail',
    params: TemplatePath,
    ifMatch: TEXTS_MATCH,
    success: { status: 204, description: 'The mail has the built-in text.' },
    notFound: 'Mail text',
    async handle({ tenantId, params, write }) {
      const key = toTemplate(params);
      await write(async (db) => {
        await lockTemplates(db, tenantId);
        await deleteTemplate(db, tenantId, key);
      });
    },
  }),
];
