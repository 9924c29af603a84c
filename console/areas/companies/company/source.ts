import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { forgetDraftsAbout } from '../../../core/drafts/drafts.ts';
import { explain } from '../../../core/forms/explain.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  companyChange,
  companySetContractStatus,
  companySetStatus,
  contactChange,
  siteChange,
  workLocationChange,
} from '../../../generated/operations.ts';
import type {
  SchemaCompanyChangeDto,
  SchemaCompanyContactChangeDto,
  SchemaCompanyContactDto,
  SchemaCompanyDto,
  SchemaSiteChangeDto,
  SchemaSiteDto,
  SchemaWorkLocationChangeDto,
  SchemaWorkLocationDto,
} from '../../../generated/types.ts';

export type Company = SchemaCompanyDto;
export type TaggedCompany = Tagged<Company>;
export type Site = SchemaSiteDto;
export type Contact = SchemaCompanyContactDto;
export type WorkLocation = SchemaWorkLocationDto;

type Body = Record<string, unknown>;

/** Everything about a company is below its key. */
export const companyKey = (companyId: number): QueryKey => ['companies', companyId];

/** Makes the page read everything else about the company again: sites, activities, and history follow every change. */
function refreshOthers(queryClient: QueryClient, companyId: number, own: QueryKey): void {
  void queryClient.invalidateQueries({
    queryKey: companyKey(companyId),
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(own),
  });
}

/** How the parts of the page read and change the company. */
export function useCompanySource(customerId: number) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const query = queries.company(customerId);
    const path = { customerId };
    /** Reads what is stored, and makes the page show it. */
    const read = (): Promise<TaggedCompany> => {
      refreshOthers(queryClient, customerId, query.queryKey);
      return readNow(queryClient, query);
    };
    const stored = () => queryClient.getQueryData(query.queryKey)!.record;
    return {
      read,
      save: (body: Body, ifMatch: string) =>
        call(companyChange, { path, body: body as SchemaCompanyChangeDto, ifMatch }),
      /** With the status that is stored if only the comment was entered. */
      saveStatus: (body: Body, ifMatch: string) =>
        call(companySetStatus, { path, body: { statusId: stored().statusId, ...body }, ifMatch }),
      /** Without a first day, another status would clear the one that the form shows. */
      saveContract(body: Body, ifMatch: string) {
        const { contractStatusId, contractValidFrom: validFrom } = stored();
        return call(companySetContractStatus, {
          path,
          body: { contractStatusId, validFrom, ...body },
          ifMatch,
        });
      },
    };
  }, [queryClient, customerId]);
}

export function useSiteSource(customerId: number, officeId: number) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const query = queries.site(customerId, officeId);
    return {
      read(): Promise<Tagged<Site>> {
        refreshOthers(queryClient, customerId, query.queryKey);
        return readNow(queryClient, query);
      },
      save: (body: Body, ifMatch: string) =>
        call(siteChange, { path: { customerId, officeId }, body: body as SchemaSiteChangeDto, ifMatch }),
    };
  }, [queryClient, customerId, officeId]);
}

export function useContactSource({ customerId, officeId, id: contactId }: Contact) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const query = queries.contact(customerId, contactId);
    return {
      read(): Promise<Tagged<Contact>> {
        refreshOthers(queryClient, customerId, query.queryKey);
        return readNow(queryClient, query);
      },
      save: (body: Body, ifMatch: string) =>
        call(contactChange, {
          path: { customerId, officeId, contactId },
          body: body as SchemaCompanyContactChangeDto,
          ifMatch,
        }),
    };
  }, [queryClient, customerId, officeId, contactId]);
}

/** A change of a work location calls its address location. */
export const toLocationEntry = ({ record, tag }: Tagged<WorkLocation>): Tagged<object> => ({
  record: { ...record, location: record.address },
  tag,
});

export function useLocationSource({ customerId, officeId, id: locationId }: WorkLocation) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const query = queries.workLocation(customerId, locationId);
    return {
      async read(): Promise<Tagged<object>> {
        refreshOthers(queryClient, customerId, query.queryKey);
        return toLocationEntry(await readNow(queryClient, query));
      },
      save: (body: Body, ifMatch: string) =>
        call(workLocationChange, {
          path: { customerId, officeId, locationId },
          body: body as SchemaWorkLocationChangeDto,
          ifMatch,
        }),
    };
  }, [queryClient, customerId, officeId, locationId]);
}

/** Makes what adds something to a site. The service names the site, which is no field of the form, if a colleague has deactivated it. */
export function useAdditionToSite() {
  const { companyPage } = useTexts();
  return <Added>(addition: Promise<Added>): Promise<Added> =>
    explain(addition, ({ property, code }) =>
      property === 'officeId' && code === 'notAllowed' ? companyPage.siteInactive : undefined,
    );
}

/** Removes what was begun about a company that does not exist. */
export function forgetDraftsOf(companyId: number): void {
  forgetDraftsAbout((name) => name.startsWith(`company-${companyId}-`));
}
