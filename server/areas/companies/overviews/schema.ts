import { record } from '../../../core/http/schema.ts';
import { changeEntryProperties } from '../../changes/index.ts';

export const CompanyChangeEntry = record('CompanyChangesDetailsDto', changeEntryProperties);
