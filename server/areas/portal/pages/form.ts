import { type Markup, markup } from '../../../core/html/markup.ts';
import { type Field, FOLDED_FIELDS } from '../application/form.ts';
import { FORM_SCRIPT } from '../form-script.ts';
import { placeText } from '../formats.ts';
import type { Ad } from '../queries.ts';
import { defaultCountryId } from '../tenant.ts';
import { TEXTS } from '../translations.ts';
import { FieldWriter } from './form-fields.ts';
import type { FormState } from './form-state.ts';
import { keptFiles } from './kept-files.ts';
import { type Frame, langAttribute, layout } from './layout.ts';

const FORM_ID = 'application';

const SALUTATION_NOT_SPECIFIED = '3';

/** Renders the application form, with the values that were sent before and their errors. */
export function formPage(frame: Frame, ad: Ad, state: FormState): string {
  const { language, links } = frame;
  const texts = TEXTS[language];
  const form = texts.form;
  const hasErrors = state.errors.length > 0;
  return layout({
    language,
    frame,
    title: `${hasErrors ? form.errorPrefix : ''}${texts.applyFor(ad.title)} – ${frame.tenant.name}`,
    formToKeep: FORM_ID,
    main: markup`<div class="wrap narrow">
<p class="back"><a href="${links.ad(ad.id)}">${texts.backToAd}</a></p>
${hasErrors && errorSummary(frame, state)}
<h1>${texts.apply}</h1>
<p class="lead"><strong${langAttribute(frame)}>${ad.title}</strong>${placeText(ad) !== undefined && markup`<br>${placeText(ad)}`}</p>
<p>${form.intro}</p>
${new FormWriter(frame, ad, state).form()}
</div>
${FORM_SCRIPT}`,
  });
}

function errorSummary({ language }: Frame, { errors, lostFiles, kept }: FormState): Markup {
  const { form } = TEXTS[language];
  // Receives the focus without a script, so that a screen reader starts here.
  return markup`<div class="errors" role="alert" aria-labelledby="errors" tabindex="-1" autofocus>
<h2 id="errors">${form.errorTitle}</h2>
<p>${form.errorsIn(errors.length)}</p>
<ul>${errors.map(({ field, message }) =>
    field === undefined
      ? markup`<li>${message}</li>`
      : markup`<li><a href="#${field}">${labelOf(field, form)}${message}</a></li>`,
  )}</ul>
${lostFiles ? markup`<p>${form.chooseFilesAgain}</p>` : kept.length > 0 && markup`<p>${form.filesKept}</p>`}
</div>`;
}

function labelOf(field: Field, form: (typeof TEXTS)['de']['form']): string {
  const labels: Partial<Record<Field, string>> = {
    salutationId: form.salutation,
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    phoneNumber: form.phone,
    countryId: form.country,
    street: form.street,
    streetNumber: form.streetNumber,
    zipCode: form.zipCode,
    city: form.city,
    message: form.message,
    availableFrom: form.availableFrom,
    privacyChecked: form.privacyConsent,
    termsOfUseChecked: form.termsConsent,
  };
  const label = labels[field];
  return label === undefined ? '' : `${label}: `;
}

class FormWriter {
  readonly #frame: Frame;
  readonly #ad: Ad;
  readonly #state: FormState;
  readonly #form: (typeof TEXTS)['de']['form'];
  readonly #fields: FieldWriter;

  constructor(frame: Frame, ad: Ad, state: FormState) {
    this.#frame = frame;
    this.#ad = ad;
    this.#state = state;
    this.#form = TEXTS[frame.language].form;
    this.#fields = new FieldWriter(frame, state, defaultCountryId(ad));
  }

  form(): Markup {
    const form = this.#form;
    const { consents } = this.#state;
    // The Enter key uses the first button of a form, which must not be the one that reads the CV.
    // A browser does not send a form with an invalid field in a folded part, and cannot show it: it does nothing. The script unfolds
    // the part, so it turns the checks of the browser on. Without it, the service explains all errors.
    return markup`<form class="application" id="${FORM_ID}" method="post" enctype="multipart/form-data" action="${this.#frame.links.form(this.#ad.id)}" novalidate>
<button class="trap" type="submit" tabindex="-1" aria-hidden="true">${form.submit}</button>
<input type="hidden" name="token" value="${this.#state.token}">
${this.#cv()}
${this.#person()}
${this.#more()}
<fieldset><legend>${form.consents}</legend>
${this.#fields.consent('privacyChecked', consents.privacy, true)}
${this.#fields.consent('termsOfUseChecked', consents.terms, true)}
${this.#fields.consent('whatsAppConsentChecked', consents.whatsApp, false)}
</fieldset>
${this.#fields.honeypot()}
<div class="send"><button type="submit">${form.submit}</button><p class="hint">${form.submitHint}</p></div>
</form>`;
  }

  #cv(): Markup {
    const form = this.#form;
    const { cvMessage, lostFiles, maximumMegabytes } = this.#state;
    const kept = this.#keptOf('cv');
    return markup`<fieldset class="cv"><legend>${form.cv}</legend>
<p>${form.cvIntro}</p>
${lostFiles && markup`<p class="error" id="files-lost">${form.chooseFilesAgain}</p>`}
<div id="cv-kept">${kept}</div>
<div class="grid">
${this.#fields.file('cv', kept === false ? form.cvFile : form.otherCv, form.filesHint(maximumMegabytes), false)}
</div>
<button class="second" id="readCv" type="submit" formaction="${this.#frame.links.readCv(this.#ad.id)}" formnovalidate>${form.cvRead}</button>
<p class="cv-status" id="cv-status" role="status" data-reading="${form.cvReading}" data-from-cv="${form.fromCv}" data-cv-file="${form.cvFile} " data-other-cv="${form.otherCv} "${
      // Receives the focus after reading, so that the visitor continues here.
      cvMessage !== undefined && markup` tabindex="-1" autofocus`
    }>${cvMessage}</p>
</fieldset>`;
  }

  #person(): Markup {
    const form = this.#form;
    const fields = this.#fields;
    return markup`<fieldset><legend>${form.person}</legend><div class="grid">
${fields.input('firstName', { label: form.firstName, required: true, autocomplete: 'given-name' })}
${fields.input('lastName', { label: form.lastName, required: true, autocomplete: 'family-name' })}
${fields.input('email', { label: form.email, type: 'email', required: true, hint: form.emailHint, autocomplete: 'email' })}
${fields.input('phoneNumber', { label: form.phone, type: 'tel', autocomplete: 'tel' })}
${fields.select('countryId', form.country, this.#state.countries, String(defaultCountryId(this.#ad)), { autocomplete: 'country', width: 'wide' })}
${fields.zipCode()}
${fields.input('city', { label: form.city, required: true, autocomplete: 'address-level2', width: 'long' })}
</div></fieldset>`;
  }

  #more(): Markup {
    const form = this.#form;
    const fields = this.#fields;
    const kept = this.#keptOf('documents');
    const isOpen = kept !== false || FOLDED_FIELDS.some((field) => this.#isInUse(field));
    return markup`<details class="more"${isOpen && markup` open`}><summary>${form.more}</summary>
<div class="grid">
${fields.select('salutationId', form.salutation, this.#state.salutations, SALUTATION_NOT_SPECIFIED, { autocomplete: 'honorific-prefix' })}
${fields.input('availableFrom', { label: form.availableFrom, type: 'date', isFolded: true })}
${fields.input('street', { label: form.street, autocomplete: 'address-line1', width: 'long', isFolded: true })}
${fields.input('streetNumber', { label: form.streetNumber, width: 'short', isFolded: true })}
${fields.message()}
</div>
${kept}
<div class="grid">
${fields.file('documents', form.documents, form.documentsHint, true)}
</div></details>`;
  }

  /** Whether the visitor must see this folded field. */
  #isInUse(field: Field): boolean {
    const value = this.#state.values.get(field) ?? '';
    const isDefault = value === '' || (field === 'salutationId' && value === SALUTATION_NOT_SPECIFIED);
    return !isDefault || this.#state.errors.some((error) => error.field === field);
  }

  #keptOf(field: 'cv' | 'documents'): Markup | false {
    const files = this.#state.kept.filter((file) => file.field === field);
    return files.length > 0 && keptFiles(files, this.#frame.language);
  }
}
