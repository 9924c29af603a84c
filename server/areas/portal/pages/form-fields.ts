import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Field } from '../application/form.ts';
import { type PostalCodeRule, postalCodeRule } from '../application/postal-code.ts';
import { TEXTS } from '../translations.ts';
import type { FormState } from './form-state.ts';
import type { Frame } from './layout.ts';

const ACCEPT = '.pdf,.docx,.doc,.odt,.rtf,.txt,.jpg,.jpeg,.png';
const POSTAL_CODE_RULES: readonly PostalCodeRule[] = ['germany', 'austria', 'switzerland', 'other'];

interface Options {
  required?: boolean;
  autocomplete?: string;
  hint?: Markup | string;
  /** All folded fields are optional, and their heading says so. */
  isFolded?: boolean;
  width?: 'short' | 'long' | 'wide';
}

interface InputOptions extends Options {
  label: string;
  type?: string;
}

/**
 * Writes the fields of the form with their labels, hints and errors. No field has a maxlength, because browsers cut pasted text there
 * and say nothing. The service says which text is too long.
 */
export class FieldWriter {
  readonly #frame: Frame;
  readonly #state: FormState;
  readonly #form: (typeof TEXTS)['de']['form'];
  readonly #countryId: string;

  constructor(frame: Frame, state: FormState, defaultCountryId: number) {
    this.#frame = frame;
    this.#state = state;
    this.#form = TEXTS[frame.language].form;
    this.#countryId = state.values.get('countryId') ?? String(defaultCountryId);
  }

  input(field: Field, options: InputOptions): Markup {
    const { label, type = 'text', required, autocomplete = 'off' } = options;
    const value = this.#state.values.get(field) ?? '';
    return this.#field(
      field,
      label,
      markup`<input type="${type}" id="${field}" name="${field}" value="${value}" autocomplete="${autocomplete}"${required === true && markup` required`}${this.#described(field, options)}>`,
      options,
    );
  }

  /** The hints of all countries are on the page, and the style sheet shows the one of the selected country. */
  zipCode(): Markup {
    const current = postalCodeRule(this.#countryId);
    const hint = markup`<span class="zip-hints">${POSTAL_CODE_RULES.map(
      (rule) =>
        markup`<span class="zip-${rule}${rule === current && ' sent'}">${this.#form.zipCodeHint[rule]}</span>`,
    )}</span>`;
    const label = this.#form.zipCode;
    return this.input('zipCode', {
      label,
      required: true,
      hint,
      autocomplete: 'postal-code',
      width: 'short',
    });
  }

  /** A field that always has a value. */
  select(
    field: 'salutationId' | 'countryId',
    label: string,
    choices: readonly { id: number; name: string }[],
    defaultChoice: string,
    { autocomplete, ...options }: Options,
  ): Markup {
    const chosen = this.#state.values.get(field) ?? defaultChoice;
    return this.#field(
      field,
      label,
      markup`<select id="${field}" name="${field}" autocomplete="${autocomplete}"${this.#described(field)}>${choices.map(
        ({ id, name }) =>
          markup`<option value="${id}"${String(id) === chosen && markup` selected`}>${name}</option>`,
      )}</select>`,
      { ...options, required: true },
    );
  }

  message(): Markup {
    // Browsers drop a line break directly after the start tag. Without this one, a message would lose its own first line
    // break.
    return this.#field(
      'message',
      this.#form.message,
      markup`<textarea id="message" name="message" rows="6"${this.#described('message')}>
${this.#state.values.get('message')}</textarea>`,
      { width: 'wide', isFolded: true },
    );
  }

  file(field: 'cv' | 'documents', label: string, hint: string, multiple: boolean): Markup {
    const described = this.#described(field, { hint }, this.#state.lostFiles && 'files-lost');
    return this.#field(
      field,
      label,
      markup`<input type="file" id="${field}" name="${field}" accept="${ACCEPT}"${multiple && markup` multiple`}${described}>`,
      { hint, width: 'wide', isFolded: field === 'documents' },
    );
  }

  consent(
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
${field === 'privacyChecked' && privacyUrl !== null && markup`<p class="details"><a href="${privacyUrl}" target="_blank" rel="noopener">${this.#form.privacyLink}</a></p>`}
</div>`;
  }

  /**
   * A field that people do not see, but that bots fill in. It is positioned off the screen, because bots detect hidden fields.
   */
  honeypot(): Markup {
    const isFilled = this.#errorsOf('homepage').length > 0;
    return markup`<div class="${isFilled ? 'field wrong' : 'trap'}"${!isFilled && markup` aria-hidden="true"`}>
<label for="homepage">${this.#form.doNotFill}</label>${this.#errorTexts('homepage')}
<input type="text" id="homepage" name="homepage" value="${this.#state.values.get('homepage')}"${
      !isFilled && markup` tabindex="-1"`
    } autocomplete="off"${this.#described('homepage')}></div>`;
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
  #described(field: Field, { hint }: Options = {}, ...others: (string | false)[]): Markup {
    const isWrong = this.#errorsOf(field).length > 0;
    const described = [
      isWrong && `${field}-error`,
      hint !== undefined && `${field}-hint`,
      this.#isFromCv(field) && `${field}-cv`,
      ...others,
    ].filter(Boolean);
    return markup`${described.length > 0 && markup` aria-describedby="${described.join(' ')}"`}${isWrong && markup` aria-invalid="true"`}`;
  }

  #isFromCv(field: Field): boolean {
    return this.#state.filled.has(field);
  }

  #field(field: Field, label: string, input: Markup, options: Options): Markup {
    const { hint, required = false, isFolded = false, width = '' } = options;
    // Always three children, which the style sheet aligns with those of the fields beside this one.
    return markup`<div class="field ${width}${this.#errorsOf(field).length > 0 && ' wrong'}">
<label for="${field}">${label}${!required && !isFolded && this.#optional()}</label>
<div class="notes" id="${field}-notes">${hint !== undefined && markup`<p class="hint" id="${field}-hint">${hint}</p>`}${this.#errorTexts(field)}${
      this.#isFromCv(field) && markup`<p class="hint from-cv" id="${field}-cv">${this.#form.fromCv}</p>`
    }</div>
${input}</div>`;
  }
}
