import { runTransaction } from '../core/db/transaction.ts';
import { type MailError, parseMailAddress, sendMail } from '../core/mail/index.ts';
import type { Services } from '../core/services.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { readOptionText } from './option-file.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const NONE = 'none';
const YES_OR_NO = 'yes|no';
const BUILT_IN = `"${NONE}" restores the built-in text`;

const SETTING_OPTIONS = {
  'reply-to': { value: 'ADDRESS', meaning: `Where replies of applicants go. "${NONE}": to MAIL_FROM.` },
  contact: {
    value: 'ADDRESS',
    meaning: `Who is told of a paused webhook registration. "${NONE}": the users whose role has webhooks:write.`,
  },
  'confirm-portal': { value: YES_OR_NO, meaning: 'Confirm applications on the job portal.' },
  'confirm-api': {
    value: YES_OR_NO,
    meaning: 'Confirm applications that career sites send through the API.',
  },
  'confirmation-de': {
    value: 'FILE',
    meaning: `German confirmation: the subject in the first line, an empty line, and the text. ${BUILT_IN}.`,
  },
  'confirmation-en': { value: 'FILE', meaning: `English confirmation, in the same form. ${BUILT_IN}.` },
} as const;

export const mailCommands: readonly Command[] = [
  {
    name: 'mail test',
    summary: 'Send a test mail, to check SMTP_URL and MAIL_FROM.',
    arguments: ['ADDRESS'],
    async run({ arguments: [address = ''], settings: read }) {
      if (parseMailAddress(address) === undefined) throw new UsageError('ADDRESS must be an email address.');
      const settings = read();
      if (settings.smtpUrl === undefined)
        throw new CommandError('SMTP_URL is not set, so no mail is sent. See: npx stellwerk settings');
      const text = `This is a test mail of Stellwerk at ${settings.publicUrl}. Mail works.`;
      await sendMail(settings, {
        key: `test ${Date.now()}`,
        to: parseMailAddress(address)!.address,
        subject: 'Test mail of Stellwerk',
        text: `${text}\n`,
        html: `<p>${text}</p>`,
        language: 'en',
      }).catch(({ message, response }: MailError) => {
        throw new CommandError(response === undefined ? message : `${message} The server said: ${response}`);
      });
      return { data: { sent: true }, text: 'The mail server has taken the mail. Check the inbox.' };
    },
  },
  {
    name: 'mail show',
    summary: 'Show the mail settings and texts of a tenant.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) =>
        describe(services, (await requireTenant(services, options.tenant!)).id),
      ),
  },
  {
    name: 'mail set',
    summary: 'Change the mail settings and texts of a tenant.',
    options: { tenant: TENANT_OPTION, ...SETTING_OPTIONS },
    async run({ options, settings }) {
      const { tenant: key, ...changes } = options;
      if (Object.keys(changes).length === 0)
        throw new UsageError('No change was given. Pass at least one option.');
      const body = toSettings(changes);
      const texts = await readTexts(changes);
      return withServices(settings(), async (services) => {
        const { id: tenantId } = await requireTenant(services, key!);
        const { checkOperations } = await import('./operations.ts');
        const optionOf = { replyTo: 'reply-to', contactAddress: 'contact' };
        const calls = await checkOperations(services, [
          ...texts.map((text) => toTemplateCall(tenantId, text)),
          { id: 'mailSettings_change', tenantId, body, optionOf },
        ]);
        await runTransaction(services.database.tenant(tenantId), (db) => calls.run(db));
        return describe(services, tenantId);
      });
    },
  },
];

type Options = Record<string, string | undefined>;

function toSettings(options: Options): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const address = (text: string) => (text === NONE ? null : text);
  if (options['reply-to'] !== undefined) body.replyTo = address(options['reply-to']);
  if (options.contact !== undefined) body.contactAddress = address(options.contact);
  for (const [option, property] of [
    ['confirm-portal', 'confirmsPortalApplications'],
    ['confirm-api', 'confirmsApiApplications'],
  ] as const) {
    const value = options[option];
    if (value === undefined) continue;
    if (value !== 'yes' && value !== 'no') throw new UsageError(`--${option} must be yes or no.`);
    body[property] = value === 'yes';
  }
  return body;
}

interface GivenText {
  language: string;
  /** Null restores the built-in text. */
  text: { subject: string; body: string } | null;
}

function toTemplateCall(tenantId: number, { language, text }: GivenText) {
  // A placeholder that is unknown is one of the file: the same command always fails.
  const call = { tenantId, params: { template: 'applicationReceived', language }, hasReferences: false };
  if (text === null) return { ...call, id: 'mailTemplate_delete' };
  const option = `confirmation-${language}`;
  const optionOf = { subject: `${option}: the subject`, body: `${option}: the text` };
  return { ...call, id: 'mailTemplate_put', body: text, optionOf };
}

async function readTexts(options: Options): Promise<GivenText[]> {
  const texts: GivenText[] = [];
  for (const language of ['de', 'en']) {
    const option = `confirmation-${language}`;
    const file = options[option];
    if (file === undefined) continue;
    if (file === NONE) {
      texts.push({ language, text: null });
      continue;
    }
    const content = await readOptionText(option, file);
    const [, subject, body] = /^\s*(\S[^\n]*?)\r?\n\s*\n([\s\S]*\S)/.exec(content) ?? [];
    if (subject === undefined || body === undefined)
      throw new UsageError(
        `--${option}: The file ${file} must have the subject in the first line, an empty line, and the text.`,
      );
    texts.push({ language, text: { subject, body } });
  }
  return texts;
}

interface Shown {
  isActive: boolean;
  replyTo: string | null;
  contactAddress: string | null;
  confirmsPortalApplications: boolean;
  confirmsApiApplications: boolean;
}

async function describe(services: Services, tenantId: number) {
  const { callOperation } = await import('./operations.ts');
  const settings = await callOperation<Shown>(services, 'mailSettings_get', { tenantId });
  const { templates } = await callOperation<{
    templates: { language: string; isBuiltIn: boolean; subject: string; body: string }[];
  }>(services, 'mailTemplate_list', { tenantId });
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  const text = [
    `Mail is sent         ${settings.isActive ? 'yes' : 'no (SMTP_URL is not set)'}`,
    `Reply to             ${settings.replyTo ?? '(MAIL_FROM)'}`,
    `Contact              ${settings.contactAddress ?? '(the users whose role has webhooks:write)'}`,
    `Confirm, job portal  ${yes(settings.confirmsPortalApplications)}`,
    `Confirm, API         ${yes(settings.confirmsApiApplications)}`,
    ...templates.map(
      ({ language, isBuiltIn, subject, body }) =>
        `\nConfirmation, ${language} (${isBuiltIn ? 'built-in' : 'own text'})\n\n${subject}\n\n${body}`,
    ),
  ];
  return { data: { ...settings, templates }, text: text.join('\n') };
}
