import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core';

/** The brand of shared/base.css in the terms of Mantine. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
  colors: {
    accent: [
      '#e6f6f3',
      '#cdeee8',
      '#9fe0d4',
      '#6fd3c0',
      '#43b8a3',
      '#2a9a87',
      '#177767',
      '#0b5d51',
      '#094c42',
      '#063a33',
    ],
    // Text, quiet text, line, surface, and ground of the dark theme, with steps between them.
    dark: [
      '#eceae6',
      '#d3d5d6',
      '#b4bac0',
      '#8a9299',
      '#5b646c',
      '#363d43',
      '#1e2327',
      '#15181b',
      '#101316',
      '#0b0d0f',
    ],
  },
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '650' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

const shared = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--signal)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-color': 'var(--text)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
});
