import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import type { RequestOverview } from '../../../core/api/records.ts';
import type { Choice } from '../../../core/forms/fields.ts';
import { useBranchChoices, useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';

/** A request as it is stored, with the names of what it refers to. */
export interface StoredRequest {
  record: RequestRecord;
  overview: RequestOverview;
}

/** What a request of the company can refer to, and what a stored one refers to, even if it can no longer be chosen. */
export function useRequestChoices(companyId: number | undefined, stored: StoredRequest | undefined) {
  const { requests: texts } = useTexts();
  const may = useMay();
  const mayChoose = may('requests:write');
  const places = useQuery({
    ...queries.companyPlaces(companyId ?? 0),
    enabled: companyId !== undefined && mayChoose && may('customers:read'),
  }).data;
  const branches = useBranchChoices();
  const users = useUserChoices(mayChoose && may('users:read'), stored?.record.responsibility ?? null);
  const nameOfSite = new Map(places?.sites.map(({ id, name }) => [id, name]));
  const ofSite = ({ siteId, name }: { siteId: number; name: string }) =>
    nameOfSite.size > 1 ? `${nameOfSite.get(siteId) ?? ''}: ${name}` : name;
  const record = stored?.record;
  const overview = stored?.overview;
  const isLoaded = places !== undefined;
  const kept = (value: number | null | undefined, name: string | null | undefined, list: Choice[]) => {
    if (value == null || list.some((choice) => choice.value === value)) return list;
    const label = name ?? `#${value}`;
    // Before the list is loaded, nobody knows whether it can still be chosen.
    return [...list, { value, label: isLoaded ? `${label} (${texts.inactive})` : label }];
  };
  return {
    hasPlaces: places === undefined || places.sites.length > 0,
    sites: kept(
      record?.siteId,
      overview?.site,
      (places?.sites ?? []).map(({ id, name, city }) => ({
        value: id,
        label: city === null ? name : `${name}, ${city}`,
      })),
    ),
    locations: kept(
      record?.locationId,
      overview?.location,
      (places?.locations ?? []).map((one) => ({ value: one.id, label: ofSite(one) })),
    ),
    contacts: kept(
      record?.contactId,
      overview?.contact?.name,
      (places?.contacts ?? []).map((one) => ({
        value: one.id,
        label: one.position === null ? ofSite(one) : `${ofSite(one)} (${one.position})`,
      })),
    ),
    branches:
      branches ?? (record === undefined ? undefined : [{ value: record.officeId, label: overview!.office }]),
    users: withFormer(users, record?.responsibility, overview?.responsibleUser),
  };
}

/** A colleague who has left stays responsible until somebody else is chosen. */
function withFormer(
  users: readonly Choice[] | undefined,
  userId: number | null | undefined,
  name: string | null | undefined,
): readonly Choice[] | undefined {
  if (userId == null || users?.some(({ value }) => value === userId) === true) return users;
  return [...(users ?? []), { value: userId, label: name ?? `#${userId}` }];
}
