import type { CVS_DE } from './cvs-de.ts';

export const CVS_EN: typeof CVS_DE = {
  lead: 'The service reads CVs and says for each value how sure it is. What is sure enough is written to the candidate. Everything else is proposed at the document until somebody decides.',
  scope:
    'The settings apply to CVs that are read afterwards. Empty fields are filled, existing values are never overwritten.',
  title: 'Write or propose',
  proposesEverything: 'Only propose',
  proposesEverythingHelp: 'Nothing is written before somebody has agreed.',
  minimumConfidence: 'Confidence from which values are written',
  minimumConfidenceHelp:
    'From 0.5 to 1. 0.9 means that about nine of ten such values were right when they were measured. Without a value, the default applies.',
  standard: 'Default: 0.98 for contact data and the address, 0.95 for everything else',
  saved: 'Saved. This applies to CVs that are read from now on.',
  undone: 'The previous settings apply again.',
};
