import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useFreshQuery } from '../../../core/api/use-fresh-query.ts';
import { findDraft } from '../../../core/drafts/drafts.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useOpenForms } from '../../../core/forms/open-forms.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useChange } from '../../../core/frame/use-change.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { contactCreate, contactSetStatus } from '../../../generated/operations.ts';
import type { SchemaCompanyContactCreateDto } from '../../../generated/types.ts';
import { AddPart } from './add-part.tsx';
import { EditPart } from './edit-part.tsx';
import { useContactFields } from './fields.ts';
import { Reach } from './links.tsx';
import classes from './page.module.css';
import { type Contact, companyKey, type Site, useAdditionToSite, useContactSource } from './source.ts';

interface ContactsProps {
  site: Site;
  mayEdit: boolean;
}

/** The contacts at a site. Those who have left are shown on request. */
export function Contacts({ site, mayEdit }: ContactsProps) {
  const id = useId();
  const { companyPage } = useTexts();
  const formats = useFormats();
  const [hasInactive, setHasInactive] = useState(false);
  const { contacts } = site;
  const isOpen = useOpenForms();
  const isBegun = (contact: Contact) => isOpen(draftOf(contact)) || findDraft(draftOf(contact)) !== undefined;
  const inactive = contacts.filter(({ isActive }) => !isActive);
  const first = contacts.filter((contact) => contact.isActive || isBegun(contact));
  const shown = hasInactive ? [...first, ...inactive.filter((contact) => !first.includes(contact))] : first;
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <h2 id={id}>{companyPage.contacts}</h2>
      {contacts.length === 0 && <p className={formClasses.lead}>{companyPage.noContacts}</p>}
      {shown.length > 0 && (
        <ul className={classes.entries} aria-labelledby={id}>
          {shown.map((contact) => (
            <ContactRow key={contact.id} contact={contact} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {inactive.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          aria-pressed={hasInactive}
          onClick={() => setHasInactive((before) => !before)}
        >
          {companyPage.showInactive(formats.number(inactive.length))}
        </Button>
      )}
      {mayEdit && <AddContact site={site} />}
    </section>
  );
}

const draftOf = ({ customerId, id }: Contact) => `company-${customerId}-contact-${id}`;

function ContactRow({ contact, mayEdit }: { contact: Contact; mayEdit: boolean }) {
  const { companyPage, forms } = useTexts();
  const draft = draftOf(contact);
  const [isEditing, setEditing] = useState(() => mayEdit && findDraft(draft) !== undefined);
  const editButton = useReturnedFocus(isEditing);
  const name = nameOf(contact);
  const { title, salutation, position, department, isActive, remarks } = contact;
  if (isEditing)
    return (
      <li className={classes.entry}>
        {!isActive && <p className={classes.note}>{companyPage.inactive}</p>}
        <EditContact contact={contact} draft={draft} close={() => setEditing(false)} />
      </li>
    );
  return (
    <li className={classes.entry} data-inactive={!isActive}>
      <span className={classes.text}>
        <strong>{[salutation, title, name].filter(Boolean).join(' ')}</strong>
        {!isActive && <span className={classes.quiet}> · {companyPage.inactive}</span>}
        <span className={classes.secondary}>{[position, department].filter(Boolean).join(' · ')}</span>
        {remarks !== null && <span className={classes.remarks}>{remarks}</span>}
      </span>
      <Reach person={contact} className={classes.reach} />
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
          <SetActive contact={contact} name={name} />
        </span>
      )}
    </li>
  );
}

interface EditContactProps {
  contact: Contact;
  draft: string;
  close: () => void;
}

function EditContact({ contact, draft, close }: EditContactProps) {
  return (
    <EditPart
      name={draft}
      title={nameOf(contact)}
      loaded={useFreshQuery(queries.contact(contact.customerId, contact.id))}
      fields={useContactFields(contact)}
      {...useContactSource(contact)}
      close={close}
    />
  );
}

function SetActive({ contact, name }: { contact: Contact; name: string }) {
  const { companyPage } = useTexts();
  const { id: contactId, customerId, officeId, isActive } = contact;
  const change = useChange([companyKey(customerId)]);
  const put = (next: boolean) =>
    call(contactSetStatus, { path: { customerId, officeId, contactId }, body: { isActive: next } });
  const words = (next: boolean) => companyPage[next ? 'activated' : 'deactivated'](name);
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={change.isPending}
      aria-label={companyPage[isActive ? 'deactivateNamed' : 'activateNamed'](name)}
      onClick={() =>
        change.mutate({
          run: () => put(!isActive),
          done: words(!isActive),
          undo: () => put(isActive),
          undone: words(isActive),
        })
      }
    >
      {companyPage[isActive ? 'deactivate' : 'activate']}
    </Button>
  );
}

function AddContact({ site: { id: officeId, customerId, isActive } }: { site: Site }) {
  const { companyPage } = useTexts();
  const addToSite = useAdditionToSite();
  const show = useMessages();
  const queryClient = useQueryClient();
  return (
    <AddPart
      name={`company-${customerId}-site-${officeId}-new-contact`}
      title={companyPage.newContact}
      isOffered={isActive}
      fields={useContactFields()}
      add={(body, idempotencyKey) =>
        addToSite(
          call(contactCreate, {
            path: { customerId, officeId },
            body: body as unknown as SchemaCompanyContactCreateDto,
            idempotencyKey,
          }),
        )
      }
      onAdded={async (_, body) => {
        await queryClient.invalidateQueries({ queryKey: companyKey(customerId) });
        show({ text: companyPage.added(nameOf(body as Pick<Contact, 'firstName' | 'lastName'>)) });
      }}
    />
  );
}
