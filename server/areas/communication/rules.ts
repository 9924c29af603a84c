import { columnsOf } from '../../core/db/partial-change.ts';
import type { Fault } from '../../core/http/index.ts';

/** Rejects Base64 without a data URL prefix. */
export function fileFaults({ file }: { file: { mediaType: string | undefined } }): Fault[] {
  if (file.mediaType) return [];
  const message = 'file must be a data URL of the form data:<mimetype>;base64,<base64_string>.';
  return [{ property: 'file', code: 'format', message }];
}

interface CommunicationColumns {
  communication_type_id: number;
  subject: string | null;
  text: string | null;
  direction: string | null;
  user_id: number | null;
  occurred_at: string;
}

const columns = columnsOf<CommunicationColumns>({
  communicationTypeId: 'communication_type_id',
  subject: 'subject',
  text: 'text',
  direction: 'direction',
  userId: 'user_id',
  occurredAtUtc: 'occurred_at',
});

/** The columns of a change. Null for the time means that it stays. */
export function toColumns(body: object): Partial<CommunicationColumns> {
  const { occurred_at, ...others } = columns(body);
  return occurred_at == null ? others : { ...others, occurred_at: new Date(occurred_at).toISOString() };
}
