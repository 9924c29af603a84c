import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../core/api/call.ts';
import { explain } from '../../../core/forms/explain.ts';
import { changesOf, toBody } from '../../../core/forms/fields.ts';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { installation } from '../../../core/installation.ts';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { platformUserCreateLimits } from '../../../generated/limits.ts';
import {
  platformUserCreate,
  platformUserInvite,
  platformUserPutOffices,
} from '../../../generated/operations.ts';
import type { SchemaPlatformUserCreateDto } from '../../../generated/types.ts';
import { useUserFaults, useUserFields } from '../fields.ts';
import { toAssigned } from '../offices.ts';

type Entries = Record<string, string>;
type Step = 'offices' | 'invitation';

const INITIAL: Entries = {
  firstName: '',
  lastName: '',
  email: '',
  role: '',
  officeIds: '',
  mainOfficeId: '',
  invites: 'true',
};

const isBegun = (entries: Entries): boolean =>
  Object.keys(INITIAL).some((name) => entries[name]?.trim() !== INITIAL[name]);

/** The form that creates a user, assigns the branches, and sends the invitation. */
export function useNewUser() {
  const { texts, formats } = useLanguage();
  const { users: words } = texts;
  const all = useUserFields(platformUserCreateLimits);
  const fields = [all.firstName, all.lastName, all.email, all.role];
  const toText = useUserFaults();
  const show = useMessages();
  const queryClient = useQueryClient();
  const failed = useRef<readonly Step[]>([]);
  const form = useCreation<Entries>({
    name: 'user-new',
    initial: INITIAL,
    isBegun,
    async create(entries, idempotencyKey) {
      const values = changesOf({}, entries, fields, formats);
      const body = toBody(values) as unknown as SchemaPlatformUserCreateDto;
      const created = await explain(call(platformUserCreate, { body, idempotencyKey }), toText);
      failed.current = await complete(created.id, entries);
      return created;
    },
    onCreated(entries) {
      const name = `${entries.firstName} ${entries.lastName}`;
      const steps = failed.current.map((step) => words.steps[step]);
      const isInvited = invites(entries) && steps.length === 0;
      if (steps.length > 0) show({ text: words.createdWithout(name, formats.list(steps)), isFailure: true });
      else show({ text: isInvited ? words.createdAndInvited(name) : words.created(name) });
      void queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    pathOf: paths.user,
  });
  return { form, fields };
}

const invites = ({ invites: entry }: Entries): boolean => installation.sendsMail && entry === 'true';

/** What follows the creation. The user exists by then, so what fails is done on the page of the user. */
async function complete(userId: number, entries: Entries): Promise<readonly Step[]> {
  const { officeIds = '', mainOfficeId = '' } = entries;
  const assignedOffices = toAssigned({
    officeIds,
    mainOfficeId: mainOfficeId === '' ? null : Number(mainOfficeId),
  });
  const path = { userId };
  const failed: Step[] = [];
  if (assignedOffices.length > 0)
    await call(platformUserPutOffices, { path, body: { assignedOffices } }).catch(() =>
      failed.push('offices'),
    );
  if (invites(entries)) await call(platformUserInvite, { path }).catch(() => failed.push('invitation'));
  return failed;
}
