import { queryOptions } from '@tanstack/react-query';
import {
  cvSettingsGet,
  listEntryList,
  mailSettingsGet,
  mailTemplateList,
  portalGet,
} from '../../generated/operations.ts';
import type { EditableList } from '../paths.ts';
import { read } from './call.ts';

/** The reads of settings, with the tags that changes send. */
export const settingsQueries = {
  /** The entries of a list that the tenant edits, in both languages. */
  listEntries: (list: EditableList) =>
    queryOptions({
      queryKey: ['masterdata', list, 'entries'],
      queryFn: ({ signal }) => read(listEntryList, { path: { list }, signal }),
    }),

  portal: () =>
    queryOptions({
      queryKey: ['portal'],
      queryFn: ({ signal }) => read(portalGet, { signal }),
    }),

  mailSettings: () =>
    queryOptions({
      queryKey: ['mail', 'settings'],
      queryFn: ({ signal }) => read(mailSettingsGet, { signal }),
    }),

  mailTemplates: () =>
    queryOptions({
      queryKey: ['mail', 'templates'],
      queryFn: ({ signal }) => read(mailTemplateList, { signal }),
    }),

  cvSettings: () =>
    queryOptions({
      queryKey: ['cvs', 'settings'],
      queryFn: ({ signal }) => read(cvSettingsGet, { signal }),
    }),
};
