import {
  body,
  filled,
  flag,
  line,
  list,
  nullable,
  oneOf,
  partial,
  record,
  Type,
} from '../../core/http/schema.ts';
import { LANGUAGES, TEMPLATE_NAMES } from './templates.ts';

const SUBJECT_LENGTH = 200;
const BODY_LENGTH = 10_000;

const settings = {
  replyTo: nullable(
    line('Address that replies of applicants go to. Null: to the sender of the installation (MAIL_FROM).', {
      examples: ['bewerbung@acme.example'],
    }),
  ),
  contactAddress: nullable(
    line(
      'Address that is notified if a webhook registration is paused. Null: the active users with the permission webhooks:write.',
      { examples: ['it@acme.example'] },
    ),
  ),
  confirmsPortalApplications: flag(
    'Whether applicants on the job portal receive a confirmation. Default: true.',
  ),
  confirmsApiApplications: flag(
    'Whether applicants whose application arrives through POST /candidates/applies/external receive a confirmation. Default: false, because most career sites send their own.',
  ),
};

export const MailSettingsResponse = record('MailSettingsResponse', {
  isActive: flag('Whether the installation sends mail. Only the operator can change it (SMTP_URL).'),
  ...settings,
});
export const MailSettingsChange = partial('MailSettingsDto', settings);

export const TemplatePath = Type.Object({
  template: line(`Name of the text: ${TEMPLATE_NAMES.join(', ')}.`, { examples: [TEMPLATE_NAMES[0]] }),
  language: line(`Language of the text: ${LANGUAGES.join(' or ')}.`, { examples: ['de'] }),
});

const text = {
  subject: filled('Subject. {{name}} stands for a value; placeholders lists the names.', {
    maxLength: SUBJECT_LENGTH,
    examples: ['Ihre Bewerbung: {{jobTitle}}'],
  }),
  body: filled(
    'Plain text with empty lines between paragraphs. The HTML part is made from it: everything is escaped, and URLs become links.',
    {
      maxLength: BODY_LENGTH,
      examples: ['Guten Tag {{firstName}} {{lastName}},\n\nvielen Dank für Ihre Bewerbung.\n\n{{company}}'],
    },
  ),
};

export const MailTemplateChange = body('MailTemplateDto', text);

export const MailTemplatesResponse = record('MailTemplatesResponse', {
  templates: list(
    record('MailTemplateReadDto', {
      template: oneOf(TEMPLATE_NAMES, 'Name of the text.'),
      language: oneOf(LANGUAGES, 'Language of the text.'),
      description: line('When the mail is sent.'),
      isBuiltIn: flag('Whether it is the built-in text. False if the tenant has replaced it.'),
      ...text,
      builtIn: record('MailBuiltInTextDto', text, {
        description: 'The built-in text, which DELETE restores.',
      }),
      placeholders: list(
        record('MailPlaceholderDto', {
          name: line('Name, written as {{name}}.', { examples: ['firstName'] }),
          meaning: line('What it stands for.'),
        }),
        'Placeholders that the subject and the text can contain.',
      ),
    }),
    'All texts that the tenant can replace, in both languages.',
  ),
});
