import { columnsOf } from '../../../core/db/partial-change.ts';
import { BLANK_WITHIN, blankMessage } from '../../../core/http/base64-blanks.ts';
import type { Fault } from '../../../core/http/index.ts';
import { isWebUrl } from '../../../core/text/web-url.ts';
import { builtInTexts, consentVersion } from '../consents.ts';
import type { PortalSettings, StoredPortalSettings } from '../settings-queries.ts';
import { contrast, isColor, nearestForWhiteText, TEXT_CONTRAST } from './color.ts';
import { decodeBase64, MAXIMUM_LOGO_BYTES, MAXIMUM_LOGO_PIXELS, readLogo } from './logo.ts';
import { logoPath } from './paths.ts';
import type { BrandingColumns } from './queries.ts';
import type { PortalChangeBody } from './schema.ts';

const LINKS = ['privacyUrl', 'imprintUrl'] as const;

/** Returns the faults of a body that the schema cannot express. */
export function brandingFaults(body: PortalChangeBody): Fault[] {
  const faults: Fault[] = [];
  for (const property of LINKS) {
    const url = body[property];
    // Links on a page must not have any other scheme, such as javascript:.
    if (typeof url === 'string' && !isWebUrl(url))
      faults.push({
        property,
        code: 'format',
        message: `${property} must be a URL that starts with https:// or http:// and a host, such as https://example.org.`,
      });
  }
  if (typeof body.color === 'string' && isColor(body.color)) faults.push(...colorFaults(body.color));
  if (typeof body.logo === 'string') faults.push(...logoFaults(body.logo));
  return faults;
}

function colorFaults(color: string): Fault[] {
  const ratio = contrast(color, '#ffffff');
  if (ratio >= TEXT_CONTRAST) return [];
  // Rounded down, so that a ratio just below the limit does not read like the limit.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return [
    {
      property: 'color',
      code: 'range',
      message: `color must have a contrast of at least ${TEXT_CONTRAST}:1 to white, because buttons have white text. ${color} has ${shown}:1. The nearest shade that passes is ${nearestForWhiteText(color)}.`,
    },
  ];
}

function logoFaults(text: string): Fault[] {
  const fault = (code: Fault['code'], message: string): Fault[] => [{ property: 'logo', code, message }];
  const bytes = decodeBase64(text);
  if (bytes === undefined)
    return fault('format', 'logo must be Base64, with or without the prefix of a data URL.');
  if (BLANK_WITHIN.test(text.slice(text.indexOf(',') + 1))) return fault('format', blankMessage('logo'));
  if (bytes.length > MAXIMUM_LOGO_BYTES)
    return fault(
      'length',
      `logo must be at most 256 KB (${MAXIMUM_LOGO_BYTES} bytes). Export a smaller image.`,
    );
  const logo = readLogo(bytes);
  if (logo === undefined)
    return fault('format', 'logo must be a PNG or JPEG image. Export an SVG or another format as PNG.');
  if (logo.width > MAXIMUM_LOGO_PIXELS || logo.height > MAXIMUM_LOGO_PIXELS)
    return fault(
      'range',
      `logo must be at most ${MAXIMUM_LOGO_PIXELS} pixels wide and high. Export a smaller image.`,
    );
  return [];
}

const TEXT_COLUMNS = columnsOf<Pick<BrandingColumns, 'color' | 'about_de' | 'about_en'>>({
  color: 'color',
  'aboutText.de': 'about_de',
  'aboutText.en': 'about_en',
});

/** The columns of the properties that a body without faults sends. */
export function toBrandingColumns(body: PortalChangeBody): BrandingColumns {
  const columns: BrandingColumns = TEXT_COLUMNS(body);
  if (typeof columns.color === 'string') columns.color = columns.color.toLowerCase();
  if (body.logo === undefined) return columns;
  return { ...columns, logo: body.logo === null ? null : readLogo(decodeBase64(body.logo)!)! };
}

/** The settings with what the body changes. */
export function changedSettings(stored: PortalSettings, body: PortalChangeBody): PortalSettings {
  const { language, privacyUrl, imprintUrl } = { ...stored, ...body };
  const text = (property: 'privacyText' | 'termsText' | 'whatsAppText') =>
    body[property] === null ? { de: null, en: null } : { ...stored[property], ...body[property] };
  return {
    language,
    privacyUrl,
    imprintUrl,
    privacyText: text('privacyText'),
    termsText: text('termsText'),
    whatsAppText: text('whatsAppText'),
  };
}

/** The portal as the operation returns it. */
export function toPortal(
  publicUrl: string,
  tenant: { key: string; name: string },
  settings: StoredPortalSettings,
) {
  const { language, privacyUrl, imprintUrl, privacyText, termsText, whatsAppText, branding } = settings;
  const { color, aboutText, logo } = branding;
  return {
    portalUrl: `${publicUrl}/jobs/${tenant.key}`,
    language,
    privacyUrl,
    imprintUrl,
    color,
    aboutText,
    privacyText,
    termsText,
    whatsAppText,
    builtInTexts: {
      privacyText: builtInTexts('privacy', tenant.name),
      termsText: builtInTexts('terms', tenant.name),
      whatsAppText: builtInTexts('whatsApp', tenant.name),
    },
    consentVersion: consentVersion(settings),
    logo: logo && {
      url: `${publicUrl}${logoPath(tenant.key, branding)}`,
      mimeType: logo.type as 'image/png' | 'image/jpeg',
      sizeBytes: logo.sizeBytes,
      width: logo.width,
      height: logo.height,
    },
  };
}
