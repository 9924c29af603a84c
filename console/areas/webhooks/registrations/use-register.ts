import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { type Fault, faultsIn, UnreachableError } from '../../../core/api/errors.ts';
import type { Registration } from '../../../core/api/records.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { webhookSubscribeLimits } from '../../../generated/limits.ts';
import { webhookSubscribe, webhookUnsubscribe } from '../../../generated/operations.ts';
import { REGISTRATIONS } from './remove-dialog.tsx';

/** What became of the registration for an event. */
export interface Outcome {
  event: number;
  kind: 'new' | 'back' | 'duplicate' | 'failed';
  error?: unknown;
}

interface Sent {
  /** Without those that were not tried, because the address is at fault. */
  outcomes: readonly Outcome[];
  addressFault: Fault | undefined;
}

interface Entry {
  url: string;
  events: readonly number[];
}

/** Registers an address for events, one call each. */
export function useRegister(known: readonly Registration[]) {
  const queryClient = useQueryClient();
  const report = useReport();
  const sending = useSending({
    mutationFn: ({ url, events }: Entry) => sendAll(url, events, known),
    onSuccess: async ({ outcomes }, { url }) => {
      await queryClient.invalidateQueries({ queryKey: REGISTRATIONS });
      report(url, outcomes);
    },
  });
  return {
    sending,
    run(entry: Entry, onSent: (outcomes: readonly Outcome[]) => void) {
      sending.mutate(entry, { onSuccess: ({ outcomes }) => onSent(outcomes) });
    },
  };
}

export const isRegistered = ({ kind }: Outcome): boolean => kind !== 'failed';

/** Equal for the spellings of an address that the service takes for the same. */
function toKey(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

/** That the event has all registrations that it can have. */
const isFull = (fault: Fault | undefined): boolean => fault?.property === 'url' && fault.code === 'range';

/** A fault of the address ends it, because the other events would have it as well. */
async function sendAll(
  url: string,
  events: readonly number[],
  known: readonly Registration[],
): Promise<Sent> {
  const outcomes: Outcome[] = [];
  for (const event of events) {
    try {
      await call(webhookSubscribe, { body: { url, event } });
      const wasThere = known.some((row) => row.event === event && toKey(row.url) === toKey(url));
      outcomes.push({ event, kind: wasThere ? 'back' : 'new' });
    } catch (error) {
      const [fault] = faultsIn(error);
      const isDuplicate = fault?.code === 'duplicate';
      if (fault?.property === 'url' && !isDuplicate && !isFull(fault))
        return { outcomes, addressFault: fault };
      outcomes.push({ event, kind: isDuplicate ? 'duplicate' : 'failed', error });
    }
  }
  return { outcomes, addressFault: undefined };
}

type Wording = Pick<ReturnType<typeof useLanguage>, 'texts' | 'formats'>;

export function addressText(fault: Fault, language: Wording): string {
  const { texts } = language;
  const words = texts.webhooks.register;
  if (fault.code === 'format' || fault.code === 'required') return words.badUrl;
  return fault.code === 'notAllowed'
    ? words.privateUrl
    : toFaultText(fault, language, webhookSubscribeLimits.url);
}

export function outcomeText({ kind, error }: Outcome, language: Wording): string {
  const { texts } = language;
  const words = texts.webhooks.register;
  if (kind !== 'failed') return words.outcomes[kind];
  const [fault] = faultsIn(error);
  if (isFull(fault)) return words.failed(words.full);
  if (fault !== undefined) return words.failed(toFaultText(fault, language));
  return words.failed(error instanceof UnreachableError ? words.unreachable : texts.states.notSaved);
}

/** Says how many events are registered now. Undoing removes those that were not there before. */
function useReport() {
  const { texts, formats } = useLanguage();
  const words = texts.webhooks.register;
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  return (url: string, outcomes: readonly Outcome[]) => {
    const created = outcomes.filter(({ kind }) => kind === 'new');
    const count = outcomes.filter(({ kind }) => kind === 'new' || kind === 'back').length;
    if (count === 0) return;
    const undo = async () => {
      let removed = 0;
      try {
        for (const { event } of created) {
          await call(webhookUnsubscribe, { body: { event, url } });
          removed++;
        }
        show({ text: words.undone });
      } catch (error) {
        fail(error, removed === 0 ? undefined : words.undoneInPart(formats.number(removed)));
      }
      await queryClient.invalidateQueries({ queryKey: REGISTRATIONS });
    };
    show({ text: words.done(formats.number(count)), undo: created.length > 0 ? undo : undefined });
  };
}
