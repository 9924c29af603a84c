import { NOT_MODIFIED, RawJson } from './endpoint.ts';
import { contentTag } from './entity-tag.ts';

/** Returns JSON text with the entity tag of its content, or NOT_MODIFIED if the caller already has it. */
export function taggedJson(
  context: { isCurrent(entityTag: string): boolean },
  text: string,
): RawJson | typeof NOT_MODIFIED {
  return context.isCurrent(contentTag(text)) ? NOT_MODIFIED : new RawJson(text);
}
