import type { OpenApiDocument } from '../core/http/openapi.ts';

const PERIOD_DAYS = 30;
const DAY_MS = 86_400_000;

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first day of the period in examples, YYYY-MM-DD. */
export function firstExampleDay(now: Date): string {
  return day(now.getTime() - PERIOD_DAYS * DAY_MS);
}

/**
 * Returns the document with periods around `now` as the examples of its parameters. The reference page sends the examples
 * of a call that a reader tries, and a fixed date finds nothing: a new installation has no older changes.
 */
export function withCurrentExamples(document: OpenApiDocument, now: Date): OpenApiDocument {
  const examples: Record<string, string | number> = {
    'query startDate': firstExampleDay(now),
    'query endDate': day(now.getTime()),
    'path date': day(now.getTime()),
    'path hour': now.getUTCHours(),
  };
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters as { in?: string; name?: string; example?: unknown }[]) {
        const example = examples[`${parameter.in} ${parameter.name}`];
        if (example !== undefined) parameter.example = example;
      }
    }
  }
  return document;
}
