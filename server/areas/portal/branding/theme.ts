import { createHash } from 'node:crypto';
import { contrast, mix, readableOn } from './color.ts';

// The backgrounds of portal.css on which links stand. In light colors the darkest one decides, in dark colors the lightest.
const LIGHT_BAND = '#f1efe8';
const DARK_SURFACE = '#1e2327';
const DARK_GROUND = '#14171a';
/** The contrast that WCAG 2 requires between a control and what surrounds it (success criterion 1.4.11). */
const CONTROL_CONTRAST = 3;

/**
 * The style sheet of a tenant with its own color. White text on the color is readable, because other colors are rejected.
 * Buttons have the color itself. Links get a shade that is readable on every background of the page.
 */
export function themeCss(color: string): string {
  const tint = mix(color, '#ffffff', 0.9);
  const light = readableOn(color, [LIGHT_BAND, tint], '#000000');
  const darkTint = mix(color, DARK_SURFACE, 0.8);
  const dark = readableOn(color, [DARK_SURFACE, darkTint], '#ffffff');
  // On a dark page, a button in a dark color would be invisible.
  const darkButton =
    contrast(color, DARK_SURFACE) >= CONTROL_CONTRAST
      ? { button: color, hover: mix(color, '#000000', 0.15), text: '#ffffff' }
      : { button: dark, hover: mix(dark, '#ffffff', 0.25), text: DARK_GROUND };
  return `@media screen {
${rule({
  accent: light,
  'accent-hover': mix(light, '#000000', 0.25),
  button: color,
  'button-hover': mix(color, '#000000', 0.2),
  'on-button': '#ffffff',
  tint,
})}
}
@media screen and (prefers-color-scheme: dark) {
${rule({
  accent: dark,
  'accent-hover': mix(dark, '#ffffff', 0.25),
  button: darkButton.button,
  'button-hover': darkButton.hover,
  'on-button': darkButton.text,
  tint: darkTint,
})}
}
`;
}

function rule(colors: Record<string, string>): string {
  const lines = Object.entries(colors).map(([name, value]) => `    --${name}: ${value};`);
  return `  :root {\n${lines.join('\n')}\n  }`;
}

/** Differs whenever the style sheet differs, also after an upgrade of the service. */
export function themeVersion(color: string): string {
  return createHash('sha256').update(themeCss(color)).digest('base64url').slice(0, 12);
}
