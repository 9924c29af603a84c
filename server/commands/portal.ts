import { consentTextFault, type PortalSettings, readPortalSettings } from '../areas/portal/index.ts';
import type { Services } from '../core/services.ts';
import { type Command, type Option, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { callOperation } from './operations.ts';
import { readOptionFile, readOptionText } from './option-file.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const NONE = 'none';
const text = (what: string): Option => ({
  value: 'FILE',
  meaning: `${what}, as plain text. "${NONE}" restores the built-in text.`,
});

const about = (language: string): Option => ({
  value: 'FILE',
  meaning: `${language} text about the firm, as plain text, at most 2,000 characters. "${NONE}" removes the text.`,
});

/** The option for each property of the operation. */
const OPTION_OF = {
  language: 'language',
  privacyUrl: 'privacy-url',
  imprintUrl: 'imprint-url',
  color: 'color',
  logo: 'logo',
  'aboutText.de': 'about-de',
  'aboutText.en': 'about-en',
  'privacyText.de': 'privacy-text-de',
  'privacyText.en': 'privacy-text-en',
  'termsText.de': 'terms-text-de',
  'termsText.en': 'terms-text-en',
  'whatsAppText.de': 'whatsapp-text-de',
  'whatsAppText.en': 'whatsapp-text-en',
} as const;

const OPTIONS: Record<string, Option> = {
  tenant: TENANT_OPTION,
  language: {
    value: 'de|en',
    meaning: 'Language of the ads, and of the pages for visitors who prefer neither language.',
  },
  'privacy-url': { value: 'URL', meaning: `Page with the privacy policy. "${NONE}" removes the link.` },
  'imprint-url': { value: 'URL', meaning: `Page with the legal notice. "${NONE}" removes the link.` },
  color: {
    value: '#RRGGBB',
    meaning: `Color of buttons and links. White text on it must be readable. "${NONE}" restores the built-in color.`,
  },
  logo: {
    value: 'FILE',
    meaning: `PNG or JPEG image, at most 256 KB. "${NONE}" removes the logo.`,
  },
  'about-de': about('German'),
  'about-en': about('English'),
  'privacy-text-de': text('German consent text for the processing of personal data'),
  'privacy-text-en': text('English consent text for the processing of personal data'),
  'terms-text-de': text('German terms that applicants accept'),
  'terms-text-en': text('English terms that applicants accept'),
  'whatsapp-text-de': text('German consent text for WhatsApp messages'),
  'whatsapp-text-en': text('English consent text for WhatsApp messages'),
};

export const portalCommands: readonly Command[] = [
  {
    name: 'portal show',
    summary: 'Show the branding, links, and consent texts of a tenant’s job portal.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const stored = await readPortalSettings(services.database.tenant(tenant.id), tenant.id);
        return { data: stored, text: describe(tenant.key, services, stored) };
      }),
  },
  {
    name: 'portal set',
    summary:
      'Change the branding, links, and consent texts of a tenant’s job portal. Each change of a consent text or of the link to the privacy policy creates a version, and applications record the version that they agreed to.',
    options: OPTIONS,
    async run({ options, settings }) {
      const { tenant: key, ...changes } = options;
      if (Object.keys(changes).length === 0)
        throw new UsageError('No change was given. Pass at least one color, logo, link, text, or language.');
      const values = await readValues(changes);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, key!);
        const input = { tenantId: tenant.id, body: toBody(values), optionOf: OPTION_OF };
        await callOperation(services, 'portal_change', input);
        const stored = await readPortalSettings(services.database.tenant(tenant.id), tenant.id);
        return { data: stored, text: describe(tenant.key, services, stored) };
      });
    },
  },
];

/** The body of the operation: aboutText.de becomes the property de of the object aboutText. */
function toBody(values: Record<string, string | null>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [property, name] of Object.entries(OPTION_OF)) {
    if (!(name in values)) continue;
    const [outer, inner] = property.split('.') as [string, string | undefined];
    body[outer] = inner === undefined ? values[name] : { ...(body[outer] ?? {}), [inner]: values[name] };
  }
  return body;
}

/** The new values: null for "none", and the contents of the file for an image (as Base64) or a text. */
async function readValues(changes: Record<string, string | undefined>) {
  const values: Record<string, string | null> = {};
  for (const [name, given] of Object.entries(changes)) {
    if (given === undefined) continue;
    if (given === NONE) values[name] = null;
    else if (name === 'logo') values[name] = (await readOptionFile(name, given)).toString('base64');
    else if (OPTIONS[name]!.value === 'FILE') values[name] = (await readOptionText(name, given)).trim();
    else values[name] = given;
    const isConsent = name.includes('-text-');
    const fault = isConsent && values[name] != null ? consentTextFault(values[name]) : undefined;
    if (fault !== undefined) throw new UsageError(`--${name} ${fault}`);
  }
  return values;
}

function describe(
  key: string,
  { settings: { publicUrl } }: Services,
  settings: Awaited<ReturnType<typeof readPortalSettings>>,
): string {
  const { color, logo, aboutText } = settings.branding;
  const texts = (name: string, { de, en }: PortalSettings['termsText']) =>
    `${name} German: ${de === null ? 'built-in' : 'custom'}, English: ${en === null ? 'built-in' : 'custom'}`;
  return [
    `Job portal   ${publicUrl}/jobs/${key}`,
    `Feed         ${publicUrl}/jobs/${key}/feed.xml`,
    `Version      ${settings.version}`,
    `Language     ${settings.language}`,
    `Privacy      ${settings.privacyUrl ?? '(no link)'}`,
    `Legal notice ${settings.imprintUrl ?? '(no link)'}`,
    `Color        ${color ?? '(built-in)'}`,
    `Logo         ${logo === null ? '(none)' : `${logo.type}, ${logo.width} × ${logo.height} pixels, ${logo.sizeBytes} bytes`}`,
    `About        German: ${aboutText.de === null ? 'none' : 'set'}, English: ${aboutText.en === null ? 'none' : 'set'}`,
    texts('Privacy text ', settings.privacyText),
    texts('Terms        ', settings.termsText),
    texts('WhatsApp text', settings.whatsAppText),
  ].join('\n');
}
