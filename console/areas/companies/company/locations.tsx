import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useFreshQuery } from '../../../core/api/use-fresh-query.ts';
import { findDraft } from '../../../core/drafts/drafts.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { workLocationCreate, workLocationDelete } from '../../../generated/operations.ts';
import type { SchemaWorkLocationCreateDto } from '../../../generated/types.ts';
import { AddPart } from './add-part.tsx';
import { EditPart } from './edit-part.tsx';
import { useLocationFields } from './fields.ts';
import classes from './page.module.css';
import {
  companyKey,
  type Site,
  toLocationEntry,
  useAdditionToSite,
  useLocationSource,
  type WorkLocation,
} from './source.ts';

interface LocationsProps {
  site: Site;
  mayEdit: boolean;
}

/** Where people work for the site. */
export function Locations({ site, mayEdit }: LocationsProps) {
  const id = useId();
  const { companyPage } = useTexts();
  const locations = useKeptRows(site.locations, draftOf);
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <h2 id={id}>{companyPage.locations}</h2>
      {locations.length === 0 ? (
        <p className={formClasses.lead}>{companyPage.noLocations}</p>
      ) : (
        <ul className={classes.entries} aria-labelledby={id}>
          {locations.map(({ row }) => (
            <LocationRow key={row.id} location={row} site={site} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && <AddLocation site={site} />}
    </section>
  );
}

interface LocationRowProps extends LocationsProps {
  location: WorkLocation;
}

const draftOf = ({ customerId, id }: WorkLocation) => `company-${customerId}-location-${id}`;

function LocationRow({ location, site, mayEdit }: LocationRowProps) {
  const { companyPage, forms } = useTexts();
  const draft = draftOf(location);
  const [isEditing, setEditing] = useState(() => mayEdit && findDraft(draft) !== undefined);
  const [isDeleting, setDeleting] = useState(false);
  const editButton = useReturnedFocus(isEditing);
  const name = location.description ?? companyPage.unnamedLocation;
  const contact = site.contacts.find(({ id }) => id === location.contactId);
  if (isEditing)
    return (
      <li className={classes.entry}>
        <EditLocation
          location={location}
          site={site}
          draft={draft}
          name={name}
          close={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li className={classes.entry}>
      <span className={classes.text}>
        <strong>{name}</strong>
        <span className={classes.secondary}>{addressOf(location)}</span>
        {contact !== undefined && <span className={classes.secondary}>{nameOf(contact)}</span>}
        {location.directions !== null && <span className={classes.remarks}>{location.directions}</span>}
      </span>
      {mayEdit && (
        <span className={classes.rowActions}>
          <Button
            ref={editButton}
            variant="default"
            size="compact-sm"
            aria-label={companyPage.edit(name)}
            onClick={() => setEditing(true)}
          >
            {forms.edit}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={companyPage.deleteNamed(name)}
            onClick={() => setDeleting(true)}
          >
            {companyPage.delete}
          </Button>
          <DeleteLocation
            location={location}
            name={name}
            isOpen={isDeleting}
            close={() => setDeleting(false)}
          />
        </span>
      )}
    </li>
  );
}

function addressOf({ address }: WorkLocation): string {
  const street = [address.street, address.streetNumber].filter(Boolean).join(' ');
  const city = [address.zipCode, address.city].filter(Boolean).join(' ');
  return [street, city].filter(Boolean).join(', ');
}

interface EditLocationProps extends Pick<LocationRowProps, 'location' | 'site'> {
  draft: string;
  name: string;
  close: () => void;
}

function EditLocation({ location, site, draft, name, close }: EditLocationProps) {
  const loaded = useFreshQuery({
    ...queries.workLocation(location.customerId, location.id),
    select: toLocationEntry,
  });
  return (
    <EditPart
      name={draft}
      title={name}
      loaded={loaded}
      fields={useLocationFields(site.contacts, location)}
      {...useLocationSource(location)}
      close={close}
    />
  );
}

interface DeleteLocationProps {
  location: WorkLocation;
  name: string;
  isOpen: boolean;
  close: () => void;
}

function DeleteLocation({ location, name, isOpen, close }: DeleteLocationProps) {
  const { companyPage } = useTexts();
  const show = useMessages();
  const queryClient = useQueryClient();
  const { id: locationId, customerId, officeId } = location;
  const removal = useSending({
    mutationFn: () => call(workLocationDelete, { path: { customerId, officeId, locationId } }),
    onSuccess: async () => {
      close();
      show({ text: companyPage.deleted(name) });
      await queryClient.invalidateQueries({ queryKey: companyKey(customerId) });
    },
  });
  return (
    <Confirm
      isOpen={isOpen}
      title={companyPage.deleteTitle(name)}
      action={companyPage.deleteNow}
      isDangerous
      isRunning={removal.isPending}
      error={removal.error}
      run={() => removal.mutate()}
      close={() => {
        removal.reset();
        close();
      }}
    >
      <p>{companyPage.deleteLead}</p>
    </Confirm>
  );
}

function AddLocation({ site: { id: officeId, customerId, contacts, isActive } }: { site: Site }) {
  const { companyPage } = useTexts();
  const addToSite = useAdditionToSite();
  const show = useMessages();
  const queryClient = useQueryClient();
  return (
    <AddPart
      name={`company-${customerId}-site-${officeId}-new-location`}
      title={companyPage.newLocation}
      isOffered={isActive}
      fields={useLocationFields(contacts)}
      add={(body, idempotencyKey) =>
        addToSite(
          call(workLocationCreate, {
            path: { customerId, officeId },
            body: body as unknown as SchemaWorkLocationCreateDto,
            idempotencyKey,
          }),
        )
      }
      onAdded={async (_, { description }) => {
        await queryClient.invalidateQueries({ queryKey: companyKey(customerId) });
        show({ text: companyPage.added(String(description ?? companyPage.unnamedLocation)) });
      }}
    />
  );
}
