import { queryOptions } from '@tanstack/react-query';
import {
  applicationGet,
  candidateHistory,
  cvSourceList,
  documentListOfCandidate,
  documentProposalList,
  notificationCountUnread,
  notificationList,
  taskList,
  userListResponsibilities,
} from '../../generated/operations.ts';
import { call } from './call.ts';

const TASKS_OF_RECORD = 100;
const SHOWN_NOTIFICATIONS = 50;
const RECENT_CHANGES = 200;
/** Value lists change rarely. */
const SLOW_MS = 10 * 60_000;

/** Also after an invalidation of everything, such as for another language. A read that failed is repeated. */
const onceRead = ({ state }: { state: { data: unknown } }) => (state.data === undefined ? 0 : 'static');

/** What is beside a record: its documents, its tasks, and the notifications of the user. */
export const workQueries = {
  application: (id: number) =>
    queryOptions({
      queryKey: ['applications', 'one', id],
      queryFn: ({ signal }) => call(applicationGet, { path: { id }, signal }),
    }),

  /** With the state of CV parsing, without contents. */
  documentsOf: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'documents'],
      queryFn: ({ signal }) => call(documentListOfCandidate, { path: { candidateId }, signal }),
    }),

  /** The latest changes of a candidate and its documents. */
  historyOf: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'recentChanges'],
      queryFn: ({ signal }) =>
        call(candidateHistory, { path: { candidateId }, query: { limit: RECENT_CHANGES }, signal }),
    }),

  /**
   * The lines of a CV that have what the candidate has. Neither these nor the values are below the key of the candidate, and neither becomes
   * stale: every read is written to the access log, so nothing but the user may cause one.
   */
  cvLines: (documentId: number) =>
    queryOptions({
      queryKey: ['cvLines', documentId],
      queryFn: ({ signal }) => call(cvSourceList, { path: { documentId }, signal }),
      staleTime: onceRead,
    }),

  /** The values that were read from a document as a CV. They are unsure after a decision without a response. */
  cvValues: (candidateId: number, documentId: number) =>
    queryOptions({
      queryKey: ['cvValues', candidateId, documentId],
      queryFn: async ({ signal }) => {
        const read = await call(documentProposalList, { path: { candidateId, documentId }, signal });
        return { ...read, isUnsure: false };
      },
      staleTime: ({ state }) => (state.data === undefined || state.data.isUnsure ? 0 : 'static'),
    }),

  /** The open tasks about a candidate or about an application. */
  tasksOf: (record: { candidateId: number } | { applicationId: number }) =>
    queryOptions({
      queryKey: ['tasks', 'of', record],
      queryFn: ({ signal }) =>
        call(taskList, { query: { ...record, state: 'open', limit: TASKS_OF_RECORD }, signal }),
    }),

  /** The active users, who can be responsible and be mentioned. */
  responsibleUsers: () =>
    queryOptions({
      queryKey: ['users', 'responsibilities'],
      queryFn: ({ signal }) => call(userListResponsibilities, { signal }),
      staleTime: SLOW_MS,
    }),

  unreadNotifications: () =>
    queryOptions({
      queryKey: ['notifications', 'unread'],
      queryFn: ({ signal }) => call(notificationCountUnread, { signal }),
    }),

  notifications: () =>
    queryOptions({
      queryKey: ['notifications', 'list'],
      queryFn: ({ signal }) => call(notificationList, { query: { limit: SHOWN_NOTIFICATIONS }, signal }),
    }),
};
