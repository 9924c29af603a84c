import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type Channel,
  emailFaults,
  toE164,
  toEmailChannel,
  toNumberChannel,
} from '../../candidates/index.ts';
import { isKnown, readList, toShown } from './additions.ts';
import type { CvPhone, ReadCv } from './extract/facts.ts';
import { type Columns, type Finding, toChannelColumns } from './findings.ts';
import { toStoredNumber, withDerived } from './master-data.ts';

// A CV can have more addresses and numbers than the profile has places for. An application is also matched by those of the channels, so
// who applies with the second address would otherwise become a second candidate.

/**
 * Returns the addresses and mobile numbers of the CV that the candidate does not have and that `profile`, what the CV fills in, does not
 * have either. `unused` counts those that are no channel: numbers that get no messages, and addresses outside of what is about the
 * person, such as that of a former employer.
 */
export async function findChannels(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  cv: ReadCv,
  profile: readonly Finding[],
): Promise<{ found: Finding[]; unused: number }> {
  const filled = withDerived(Object.assign({}, ...profile.map(({ columns }) => columns)));
  const known = [...(await readList(db, tenantId, candidateId, 'contactChannels')), ...toShown(filled)];
  const found: Finding[] = [];
  let unused = 0;
  const add = (channel: Channel | undefined, weight: Finding['weight']) => {
    if (channel === undefined || weight === undefined) {
      unused++;
      return;
    }
    const columns = toChannelColumns(channel);
    known.push(columns);
    found.push({ property: 'contactChannels', index: found.length, columns, weight });
  };
  const weightOf = (property: string, index: number) =>
    cv.values.find((value) => value.property === property && value.index === index);
  const has = (columns: Columns) => isKnown('contactChannels', columns, known);
  for (const [index, email] of cv.emails.entries()) {
    const channel = toEmailChannel({ email });
    if (has(toChannelColumns(channel))) continue;
    add(emailFaults({ email }).length > 0 ? undefined : channel, weightOf('contact.email', index));
  }
  for (const [index, phone] of cv.phones.entries()) {
    const numbers = [phone.e164, toE164(phone.text)];
    if (numbers.some((number) => has({ kind: 'sms', address_match: number }))) continue;
    add(phone.isMobile ? toChannel(phone) : undefined, weightOf('contact.mobile', index));
  }
  return { found, unused };
}

function toChannel(phone: CvPhone): Channel | undefined {
  const plain = toStoredNumber(phone);
  return plain === undefined || toE164(plain) === null
    ? undefined
    : toNumberChannel('sms', { phoneNumber: plain });
}
