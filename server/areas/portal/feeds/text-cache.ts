import { LRUCache } from 'lru-cache';
import { StaticText } from '../../../core/http/static-text.ts';

const MAXIMUM_CACHED_BYTES = 32 * 1024 * 1024;
/** A larger text is built for every reader. */
export const MAXIMUM_TEXT_BYTES = 2 * 1024 * 1024;
/** As for texts that are compressed for one reader. */
const BROTLI_QUALITY = 4;

/** The feeds and sitemaps that were read last, with their compressed forms. Bounded in memory. */
export class TextCache {
  readonly #texts = new LRUCache<string, { version: string; text: StaticText }>({
    maxSize: MAXIMUM_CACHED_BYTES,
    // With Brotli and gzip, which are at most as large together.
    sizeCalculation: ({ text }, key) => 2 * text.bytes + key.length,
  });

  get(key: string, version: string): StaticText | undefined {
    const found = this.#texts.get(key);
    return found?.version === version ? found.text : undefined;
  }

  set(key: string, version: string, content: string): StaticText {
    const text = new StaticText('application/xml; charset=utf-8', content, BROTLI_QUALITY);
    if (text.bytes <= MAXIMUM_TEXT_BYTES) this.#texts.set(key, { version, text });
    return text;
  }
}
