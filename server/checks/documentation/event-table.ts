import { describeCalls, EVENT_TYPES } from '../../areas/webhooks/index.ts';
import { table } from './operation-tables.ts';

// The table of events in the guide to webhooks, which `npm run gen` writes:
//
//     <!-- events -->
//     …
//     <!-- end of events -->

const BLOCK = /^<!-- events -->\n[\s\S]*?^<!-- end of events -->$/gm;
const DESCRIPTIONS = new Map(EVENT_TYPES.map(({ id, description }) => [id, description]));
const HEADINGS = ['event', 'name', 'when', '`endpoint`', '`additionalData`'];

/** Returns the page with its tables of events rewritten. */
export function withEventTable(text: string): string {
  return text.replaceAll(BLOCK, () => {
    const rows = describeCalls('').map(({ event, bodies }) => {
      const example = bodies[0]!.example as Example;
      const properties = Object.keys(example.additionalData ?? {}).map((name) => `\`${name}\``);
      return [
        String(event.id),
        `\`${event.name}\``,
        DESCRIPTIONS.get(event.id)!.replace(/\.$/, ''),
        `\`${templateOf(example)}\``,
        properties.join(', ') || '`null`',
      ];
    });
    return `<!-- events -->\n\n${table([HEADINGS, ...rows])}\n\n<!-- end of events -->`;
  });
}

interface Example {
  entityId: number;
  endpoint: string;
  eventDateUtc: string;
  additionalData: { kind?: string } | null;
}

function templateOf({ entityId, endpoint, eventDateUtc, additionalData }: Example): string {
  const hour = `${eventDateUtc.slice(0, 10)}/${Number(eventDateUtc.slice(11, 13))}`;
  return endpoint
    .replace(hour, '{date}/{hour}')
    .replace(String(entityId), '{entityId}')
    .replace(additionalData?.kind ?? '{kind}', '{kind}');
}
