import { CVS_DE } from './cvs-de.ts';
import { LISTS_DE } from './lists-de.ts';
import { MAIL_DE } from './mail-de.ts';
import { PORTAL_DE } from './portal-de.ts';

/** Pages of the settings. */
export const SETTINGS_DE = { lists: LISTS_DE, portal: PORTAL_DE, mail: MAIL_DE, cvs: CVS_DE };
