import { type Markup, markup } from '../../../core/html/markup.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../core/http/schema.ts';
import type { Field, FormError } from '../application/form.ts';
import type { ConsentTexts } from '../consents.ts';
import { placeText } from '../formats.ts';
import type { Ad } from '../queries.ts';
import { TEXTS } from '../translations.ts';
import { type Frame, langAttribute, layout } from './layout.ts';

interface FormState {
  token: string;
  salutations: readonly { id: number; name: string }[];
  consents: ConsentTexts;
  maximumMegabytes: number;
  /** The values that the visitor sent before. Empty for a new form. */
  values: ReadonlyMap<string, string>;
  errors: readonly FormError[];
  /** Whether the visitor sent files, which must be selected again. */
  lostFiles: boolean;
}

const SALUTATION_NOT_SPECIFIED = '3';
const MAXIMUM_MESSAGE_LENGTH = 65_535;
const ACCEPT = '.pdf,.docx,.odt,.rtf,.txt,.jpg,.jpeg,.png';

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
    // After an error, there is no link, because following it would lose the values.
    otherLanguage: hasErrors ? undefined : links.inLanguage(language === 'de' ? 'en' : 'de').form(ad.id),
    main: markup`<div class="wrap narrow">
<p class="back"><a href="${links.ad(ad.id)}">${texts.backToAd}</a></p>
${hasErrors && errorSummary(frame, state)}
<h1>${texts.apply}</h1>
<p class="lead"><strong${langAttribute(frame)}>${ad.title}</strong>${placeText(ad) !== undefined && markup`<br>${placeText(ad)}`}</p>
<p>${form.intro}</p>
${new FormWriter(frame, ad, state).form()}
</div>`,
  });
}

function errorSummary({ language }: Frame, { errors, lostFiles }: FormState): Markup {
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
${lostFiles && markup`<p>${form.chooseFilesAgain}</p>`}
</div>`;
}

function labelOf(field: Field, form: (typeof TEXTS)['de']['form']): string {
  const labels: Partial<Record<Field, string>> = {
    salutationId: form.salutation,
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    phoneNumber: form.phone,
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

interface Input {
  label: string;
  type?: string;
  required?: boolean;
  hint?: string;
  autocomplete?: string;
  maximumLength?: number;
  width?: 'short' | 'long' | 'wide';
}

class FormWriter {
  readonly #frame: Frame;
  readonly #ad: Ad;
  readonly #state: FormState;
  readonly #form: (typeof TEXTS)['de']['form'];

  constructor(frame: Frame, ad: Ad, state: FormState) {
    this.#frame = frame;
    this.#ad = ad;
    this.#state = state;
    this.#form = TEXTS[frame.language].form;
  }

  form(): Markup {
    const form = this.#form;
    return markup`<form class="application" method="post" enctype="multipart/form-data" action="${this.#frame.links.form(this.#ad.id)}">
<input type="hidden" name="token" value="${this.#state.token}">
<fieldset><legend>${form.person}</legend><div class="grid">
${this.#salutation()}
${this.#input('firstName', { label: form.firstName, required: true, autocomplete: 'given-name' })}
${this.#input('lastName', { label: form.lastName, required: true, autocomplete: 'family-name' })}
${this.#input('email', { label: form.email, type: 'email', required: true, hint: form.emailHint, autocomplete: 'email', maximumLength: TEXT_LENGTH, width: 'wide' })}
${this.#input('phoneNumber', { label: form.phone, type: 'tel', autocomplete: 'tel', width: 'wide' })}
</div></fieldset>
<fieldset><legend>${form.address}</legend><div class="grid">
${this.#input('street', { label: form.street, autocomplete: 'address-line1', maximumLength: TEXT_LENGTH, width: 'long' })}
${this.#input('streetNumber', { label: form.streetNumber, width: 'short' })}
${this.#input('zipCode', { label: form.zipCode, required: true, autocomplete: 'postal-code', width: 'short' })}
${this.#input('city', { label: form.city, required: true, autocomplete: 'address-level2', width: 'long' })}
</div></fieldset>
<fieldset><legend>${form.application}</legend><div class="grid">
${this.#message()}
${this.#input('availableFrom', { label: form.availableFrom, type: 'date' })}
</div></fieldset>
<fieldset><legend>${form.files}</legend>
<p class="hint" id="files-hint">${form.filesHint(this.#state.maximumMegabytes)}</p>
${this.#state.lostFiles && markup`<p class="error" id="files-lost">${form.chooseFilesAgain}</p>`}
<div class="grid">
${this.#file('cv', form.cv, undefined, false)}
${this.#file('documents', form.documents, form.documentsHint, true)}
</div></fieldset>
<fieldset><legend>${form.consents}</legend>
${this.#consent('privacyChecked', this.#state.consents.privacy, true)}
${this.#consent('termsOfUseChecked', this.#state.consents.terms, true)}
${this.#consent('whatsAppConsentChecked', this.#state.consents.whatsApp, false)}
</fieldset>
${this.#honeypot()}
<div class="send"><button type="submit">${form.submit}</button><p class="hint">${form.submitHint}</p></div>
</form>`;
  }

  #errorsOf(field: Field): string[] {
    return this.#state.errors.filter((error) => error.field === field).map(({ message }) => message);
  }

  #optional(): Markup {
    return markup` <span class="optional">${this.#form.optional}</span>`;
  }

  #errorTexts(field: Field): Markup | false {
    const errors = this.#errorsOf(field);
    return errors.length > 0 && markup`<p class="error" id="${field}-error">${errors.join(' ')}</p>`;
  }

  /** The attributes that connect a field with its hints and errors for screen readers. */
  #described(field: Field, ...hints: (string | false | undefined)[]): Markup {
    const isWrong = this.#errorsOf(field).length > 0;
    const described = [isWrong && `${field}-error`, ...hints].filter(Boolean).join(' ');
    return markup`${described !== '' && markup` aria-describedby="${described}"`}${isWrong && markup` aria-invalid="true"`}`;
  }

  #field(field: Field, label: Markup | string, input: Markup, options: Partial<Input> = {}): Markup {
    const { hint, required = false, width = '' } = options;
    return markup`<div class="field ${width}${this.#errorsOf(field).length > 0 && ' wrong'}">
<label for="${field}">${label}${!required && this.#optional()}</label>
${hint !== undefined && markup`<p class="hint" id="${field}-hint">${hint}</p>`}
${this.#errorTexts(field)}
${input}</div>`;
  }

  #input(field: Field, options: Input): Markup {
    const {
      label,
      type = 'text',
      required,
      hint,
      autocomplete = 'off',
      maximumLength = NAME_LENGTH,
    } = options;
    const value = this.#state.values.get(field) ?? '';
    return this.#field(
      field,
      label,
      markup`<input type="${type}" id="${field}" name="${field}" value="${value}" autocomplete="${autocomplete}"${
        type !== 'date' && markup` maxlength="${maximumLength}"`
      }${required === true && markup` required`}${this.#described(field, hint !== undefined && `${field}-hint`)}>`,
      options,
    );
  }

  #salutation(): Markup {
    const chosen = this.#state.values.get('salutationId') ?? SALUTATION_NOT_SPECIFIED;
    return this.#field(
      'salutationId',
      this.#form.salutation,
      markup`<select id="salutationId" name="salutationId" autocomplete="honorific-prefix"${this.#described('salutationId')}>${this.#state.salutations.map(
        ({ id, name }) =>
          markup`<option value="${id}"${String(id) === chosen && markup` selected`}>${name}</option>`,
      )}</select>`,
      { required: true, width: 'wide' },
    );
  }

  #message(): Markup {
    // Browsers drop a line break directly after the start tag. Without this one, a message would lose its own first line
    // break.
    return this.#field(
      'message',
      this.#form.message,
      markup`<textarea id="message" name="message" rows="6" maxlength="${MAXIMUM_MESSAGE_LENGTH}"${this.#described('message')}>
${this.#state.values.get('message')}</textarea>`,
      { width: 'wide' },
    );
  }

  #file(field: 'cv' | 'documents', label: string, hint: string | undefined, multiple: boolean): Markup {
    const described = this.#described(
      field,
      hint !== undefined && `${field}-hint`,
      'files-hint',
      this.#state.lostFiles && 'files-lost',
    );
    return this.#field(
      field,
      label,
      markup`<input type="file" id="${field}" name="${field}" accept="${ACCEPT}"${multiple && markup` multiple`}${described}>`,
      { hint, width: 'wide' },
    );
  }

  #consent(
    field: 'privacyChecked' | 'termsOfUseChecked' | 'whatsAppConsentChecked',
    text: string,
    required: boolean,
  ): Markup {
    const { privacyUrl } = this.#frame.settings;
    const paragraphs = text.split(/\n\s*\n/);
    return markup`<div class="consent${this.#errorsOf(field).length > 0 && ' wrong'}">
${this.#errorTexts(field)}
<input type="checkbox" id="${field}" name="${field}" value="true"${this.#state.values.has(field) && markup` checked`}${required && markup` required`}${this.#described(field)}>
<label for="${field}">${paragraphs.map((paragraph, index) => markup`${index > 0 && markup`<br>`}${paragraph}`)}${!required && this.#optional()}</label>
${field === 'privacyChecked' && privacyUrl !== null && markup`<p class="more"><a href="${privacyUrl}" target="_blank" rel="noopener">${this.#form.privacyLink}</a></p>`}
</div>`;
  }

  /**
   * A field that people do not see, but that bots fill in. It is positioned off the screen, because bots detect hidden fields.
   */
  #honeypot(): Markup {
    const isFilled = this.#errorsOf('homepage').length > 0;
    return markup`<div class="${isFilled ? 'field wrong' : 'trap'}"${!isFilled && markup` aria-hidden="true"`}>
<label for="homepage">${this.#form.doNotFill}</label>${this.#errorTexts('homepage')}
<input type="text" id="homepage" name="homepage" value="${this.#state.values.get('homepage')}"${
      !isFilled && markup` tabindex="-1"`
    } autocomplete="off"${this.#described('homepage')}></div>`;
  }
}
