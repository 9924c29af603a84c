import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SchemaCandidateProposalsResponse } from '../../generated/types.ts';
import { liveUrl, reportLiveRefusal } from '../api/call.ts';
import type { Session } from '../session/session.ts';
import { Planned } from './planned.ts';
import { refreshCandidates } from './refresh-candidates.ts';
import { refreshCompanies } from './refresh-companies.ts';
import { refreshDue } from './refresh-due.ts';
import { refreshLists } from './refresh-lists.ts';
import { refreshRequests } from './refresh-requests.ts';
import { isBehind } from './refresh-shown.ts';

interface Change {
  entity: string;
  id: number;
  operation: string;
}

/** Several changes of one transaction, or of an import, are read together. */
const PAUSE_MS = 300;
/** The search usually finds a change after that time. It says if it does not. */
const UNTIL_INDEXED_MS = 1200;
/** The browser itself connects again after an interruption, but not after a refusal. */
const AFTER_REFUSAL_MS = 30_000;

/** What is stale after a change, besides the lists of applications. */
const STALE: Readonly<Record<string, (change: Change) => readonly unknown[]>> = {
  candidate: ({ id }) => ['candidates', id],
  branch: () => ['branches'],
  company: ({ id }) => ['companies', id],
  user: () => ['users'],
  jobad: () => ['jobAds'],
  request: ({ id }) => ['requests', id],
  requestProposal: ({ id }) => ['proposals', 'request', id],
  candidateProposal: ({ id }) => ['proposals', 'candidate', id],
};

/** Events that only this user gets, and the first part of the keys of what they are about. */
const OF_USER = { task: 'tasks', notification: 'notifications' };

/** The second part of the keys of what a search has returned. */
const FOUND: ReadonlySet<unknown> = new Set(['list', 'count', 'of']);

/** Keeps what the page shows like what is stored, while the page is visible. */
export function useLive({ beganAtUtc, livePosition }: Session): void {
  const queryClient = useQueryClient();
  // It stays when the session is replaced, and knows then that it can have missed changes.
  const [live] = useState(() => new Live(queryClient, livePosition));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream of a session ends with it.
  useEffect(() => {
    const update = () => (document.hidden ? live.close() : live.open());
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      live.close();
    };
  }, [live, beganAtUtc]);
}

class Live {
  readonly #queryClient: QueryClient;
  /** What the page shows was read after this position. */
  readonly #from: string;
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #applications: Planned;
  readonly #documents: Planned;
  /** What a search returns, by the first part of its keys. */
  readonly #found: Readonly<Record<'candidates' | 'companies' | 'requests', Planned>>;
  #unsubscribe: (() => void) | undefined;
  /** Whether changes could have been missed since the stream was closed. */
  #wasClosed = false;

  constructor(queryClient: QueryClient, from: string) {
    this.#queryClient = queryClient;
    this.#from = from;
    this.#applications = new Planned(
      () => Promise.all([refreshLists(queryClient), refreshDue(queryClient)]),
      PAUSE_MS,
    );
    this.#documents = new Planned(() => this.#readCandidate(), PAUSE_MS);
    this.#found = {
      candidates: new Planned(() => refreshCandidates(queryClient), UNTIL_INDEXED_MS),
      companies: new Planned(() => refreshCompanies(queryClient), UNTIL_INDEXED_MS),
      requests: new Planned(() => refreshRequests(queryClient), UNTIL_INDEXED_MS),
    };
  }

  open(): void {
    if (this.#source !== undefined) return;
    // After a pause, all is read again, so the changes of the pause are not needed.
    const source = new EventSource(liveUrl(this.#wasClosed ? undefined : this.#from));
    this.#source = source;
    this.#unsubscribe = this.#queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') this.#onRead(event.query);
    });
    // Of a page that was loaded while it was hidden.
    for (const query of this.#queryClient.getQueryCache().getAll()) this.#onRead(query);
    source.addEventListener('ready', () => this.#onReady());
    // The service no longer knows where the page was.
    source.addEventListener('reset', () => void this.#queryClient.invalidateQueries());
    source.addEventListener('change', ({ data }) => this.#onChange(JSON.parse(data) as Change));
    for (const [event, key] of Object.entries(OF_USER))
      source.addEventListener(event, () => void this.#queryClient.invalidateQueries({ queryKey: [key] }));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.close();
      void reportLiveRefusal();
      this.#timer = setTimeout(() => this.open(), AFTER_REFUSAL_MS);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const planned of [this.#applications, this.#documents, ...Object.values(this.#found)])
      planned.cancel();
    this.#unsubscribe?.();
    this.#source?.close();
    this.#source = undefined;
    this.#wasClosed = true;
  }

  /** The stream begins, or continues after an interruption. It sends the changes of the meantime, but not the events of the user. */
  #onReady(): void {
    if (this.#wasClosed) void this.#queryClient.invalidateQueries();
    else
      for (const key of Object.values(OF_USER)) void this.#queryClient.invalidateQueries({ queryKey: [key] });
    this.#wasClosed = false;
  }

  /** The search can be behind whenever a list is read: again after a change, or because it is opened or scrolled. */
  #onRead({ queryKey: [name, kind], state: { data } }: Query): void {
    if (!FOUND.has(kind) || data === undefined) return;
    for (const [found, planned] of Object.entries(this.#found))
      if (found === name && isBehind(data)) planned.readOn();
  }

  #onChange(change: Change): void {
    const queryKey = STALE[change.entity]?.(change);
    if (queryKey !== undefined) void this.#queryClient.invalidateQueries({ queryKey });
    if (change.entity === 'document') this.#documents.plan();
    // Its headcount and status say whether it is filled, and its candidates list whether it is cancelled.
    if (change.entity === 'request')
      for (const filters of [{ queryKey: ['proposals', 'request', change.id] }, proposalsOn(change.id)])
        void this.#queryClient.invalidateQueries(filters);
    if (change.entity === 'requestProposal') this.#found.requests.plan();
    // The name of somebody who is erased goes from every board.
    if (change.entity === 'candidate' && change.operation === 'deleted')
      for (const key of ['proposals', 'matches'])
        void this.#queryClient.invalidateQueries({ queryKey: [key] });
    if (change.entity === 'company') this.#found.companies.plan();
    // A list has the names of companies too.
    if (change.entity === 'request' || change.entity === 'company') this.#found.requests.plan();
    if (change.entity !== 'candidate') return;
    this.#applications.plan();
    this.#found.candidates.plan();
  }

  /** A change of a document does not say whose it is. Only what is shown of candidates is read again. */
  #readCandidate(): Promise<void> {
    const isOfOne = ({ queryKey: [kind, id] }: { queryKey: readonly unknown[] }) =>
      kind === 'candidates' && typeof id === 'number';
    return this.#queryClient.invalidateQueries({ predicate: isOfOne, type: 'active' });
  }
}

/** The lists of candidates that have a proposal on the request. */
function proposalsOn(requestId: number) {
  return {
    queryKey: ['proposals', 'candidate'],
    predicate: ({ state }: Query) =>
      (state.data as InfiniteData<SchemaCandidateProposalsResponse> | undefined)?.pages.some(
        ({ proposals }) => proposals.some((one) => one.requestId === requestId),
      ) === true,
  };
}
