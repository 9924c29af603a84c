import type { EventType } from './endpoint.ts';
import { CALL_HEADERS } from './openapi-common.ts';
import { jsonContent, type Operation } from './openapi-document.ts';
import type { ComponentSchemas } from './openapi-schema.ts';
import type { TSchema } from './schema.ts';

/** A call that the service makes to the addresses that are registered for an event. */
export interface DescribedWebhook {
  /** The id of the operation of the receiver. */
  id: string;
  area: string;
  event: EventType;
  summary: string;
  description: string;
  /** In each format that a tenant can choose, with an example. */
  bodies: readonly { mediaType: string; schema: TSchema; example: unknown }[];
  /** What a 200 means. */
  delivered: string;
}

/** The entry of a webhook in the document. Adds its headers to the parameters that the document shares. */
export function toWebhook(
  { id, area, event, summary, description, bodies, delivered }: DescribedWebhook,
  components: ComponentSchemas,
  parameters: Record<string, unknown>,
): Record<string, Operation> {
  Object.assign(parameters, CALL_HEADERS);
  const contents = bodies.map(({ mediaType, schema, example }) => {
    const content = jsonContent(components, schema, [{ summary, value: example }]);
    return [mediaType, content['application/json']!] as const;
  });
  return {
    post: {
      operationId: id,
      tags: [area],
      summary,
      description,
      // The signature is in a header, and no caller has credentials of the receiver.
      security: [],
      'x-event': { id: event.id, name: event.name },
      parameters: Object.keys(CALL_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: Object.fromEntries(contents) },
      responses: { 200: { description: delivered } },
    },
  };
}
