import { explain } from '../commands/run.ts';
import type { Listener, MirrorEvent, Phase } from './events.ts';
import { describeUnreadable } from './unreadable-contents.ts';

const NAMES: Record<Phase, string> = {
  masterdata: 'value lists',
  inventory: 'inventory',
  candidates: 'candidates',
  records: 'other records',
  contents: 'document contents',
  verify: 'comparison',
};
const BAR_WIDTH = 24;

/** Writes events for people: a line at the end of each phase, and a progress bar if the output is a terminal. */
export function toReadable(write: (text: string) => void, isTerminal: boolean): Listener {
  let startedMs = performance.now();
  let isBarShown = false;
  let wasCaughtUp = false;
  const writeLine = (text: string) => {
    write(`${isBarShown ? '\r\x1b[K' : ''}${text}\n`);
    isBarShown = false;
  };
  return (event) => {
    switch (event.type) {
      case 'phase':
        startedMs = performance.now();
        return;
      case 'progress':
        if (!isTerminal) return;
        write(`\r\x1b[K${bar(event, (performance.now() - startedMs) / 1000)}`);
        isBarShown = true;
        return;
      case 'phaseDone':
        if (event.done > 0)
          writeLine(
            `${NAMES[event.phase]}: ${number(event.done)} in ${event.seconds.toFixed(1)} s (${number(Math.round(event.done / Math.max(event.seconds, 0.001)))}/s)`,
          );
        return;
      case 'changes':
        writeLine(`${number(event.changes)} changes, ${number(event.fetched)} records fetched`);
        wasCaughtUp = false;
        return;
      case 'caughtUp':
        if (!wasCaughtUp) writeLine('Up to date.');
        wasCaughtUp = true;
        return;
      case 'reload':
        writeLine(`Reading everything again: ${event.reason}.`);
        wasCaughtUp = false;
        return;
      case 'retry':
        writeLine(`${explain(event.error)} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`);
        wasCaughtUp = false;
        return;
      case 'unreadable':
        writeLine(
          event.delayMs === undefined
            ? describeUnreadable(event.ids)
            : `${describeUnreadable(event.ids)} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`,
        );
        return;
      case 'warning':
        writeLine(event.message);
    }
  };
}

/** Writes every event as one line of JSON. */
export function toJsonLines(write: (text: string) => void): Listener {
  return (event) => {
    const shown: unknown = event.type === 'retry' ? { ...event, error: explain(event.error) } : event;
    write(`${JSON.stringify({ atUtc: new Date().toISOString(), ...(shown as object) })}\n`);
  };
}

function bar({ phase, done, total }: Extract<MirrorEvent, { type: 'progress' }>, seconds: number): string {
  const rate = `${number(Math.round(done / Math.max(seconds, 0.001)))}/s`;
  if (total === undefined || total < done) return `${NAMES[phase]} ${number(done)} ${rate}`;
  const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
  return `${NAMES[phase]} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${number(done)} of ${number(total)} ${rate}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
