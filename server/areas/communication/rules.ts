import type { Fault } from '../../core/http/index.ts';

export function timeFaults({ occurredAtUtc }: { occurredAtUtc?: string | null }, now: Date): Fault[] {
  if (occurredAtUtc == null || Date.parse(occurredAtUtc) <= now.getTime()) return [];
  return [{ property: 'occurredAtUtc', code: 'range', message: 'occurredAtUtc must not be in the future.' }];
}

/** Rejects Base64 without a data URL prefix. */
export function fileFaults({ file }: { file: { mediaType: string | undefined } }): Fault[] {
  if (file.mediaType) return [];
  const message = 'file must be a data URL of the form data:<mimetype>;base64,<base64_string>.';
  return [{ property: 'file', code: 'format', message }];
}
