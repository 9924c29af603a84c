import { CVS_EN } from './cvs-en.ts';
import { LISTS_EN } from './lists-en.ts';
import { MAIL_EN } from './mail-en.ts';
import { PORTAL_EN } from './portal-en.ts';

/** Pages of the settings. */
export const SETTINGS_EN = { lists: LISTS_EN, portal: PORTAL_EN, mail: MAIL_EN, cvs: CVS_EN };
