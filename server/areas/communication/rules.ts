import type { Fault } from '../../core/http/index.ts';

/** A time that has not come yet cannot be when something took place. */
export function timeFaults({ occurredAtUtc }: { occurredAtUtc?: string | null }, now: Date): Fault[] {
  if (occurredAtUtc == null || Date.parse(occurredAtUtc) <= now.getTime()) return [];
  return [{ property: 'occurredAtUtc', code: 'range', message: 'occurredAtUtc must not be in the future.' }];
}

/** Base64 without the prefix that says what it is. */
export function fileFaults({ file }: { file: { mediaType: string | undefined } }): Fault[] {
  if (file.mediaType) return [];
  const message = 'file must have the form data:<mimetype>;base64,<base64_string>.';
  return [{ property: 'file', code: 'format', message }];
}
