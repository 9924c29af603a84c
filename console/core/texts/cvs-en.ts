import type { CVS_DE } from './cvs-de.ts';

export const CVS_EN: typeof CVS_DE = {
  lead: 'The service reads CVs and rates how certain each value is. Values that are certain enough are written to the candidate. Everything else waits as a proposal on the document until somebody decides.',
  scope:
    'The settings apply to CVs that are read from now on. Empty fields are filled, existing values are never overwritten.',
  title: 'Write or propose',
  proposesEverything: 'Only propose',
  proposesEverythingHelp: 'Nothing is written until somebody accepts it.',
  minimumConfidence: 'Minimum confidence for writing a value',
  minimumConfidenceHelp:
    'From 0.5 to 1. 0.9 means that about nine out of ten such values were correct in measurements. Without a value, the default applies.',
  standard: 'Default: 0.98 for contact data and the address, 0.95 for everything else',
  saved: 'Saved. This applies to CVs that are read from now on.',
  undone: 'The previous settings apply again.',
};
