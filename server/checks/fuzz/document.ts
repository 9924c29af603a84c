import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from '../../core/http/formats.ts';

// Reads the OpenAPI document as an integrator has it: the JSON that the service returns.

export type JsonSchema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  examples?: unknown[];
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
}

export interface DocumentedOperation {
  id: string;
  method: string;
  /** With {name} parameters, below the server's address. */
  path: string;
  parameters: Parameter[];
  body: { schema: JsonSchema; examples: unknown[] } | undefined;
  /** Id of the event that a success triggers. */
  eventId: number | undefined;
  statuses: Set<number>;
  /** Where a body violates the schema of the request; empty if it fits. */
  bodyFaults(body: unknown): string;
  /** What the document does not declare about a response; empty if it declares everything. */
  answerFaults(answer: { status: number; contentType: string; body: Buffer }): string;
}

interface RawOperation {
  operationId: string;
  parameters: (Partial<Parameter> & { $ref?: string })[];
  requestBody?: { content: Record<string, RawContent> };
  responses: Record<string, { $ref?: string; content?: Record<string, RawContent> }>;
  'x-event'?: { id: number };
}

interface RawContent {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components: Record<string, Record<string, unknown>>;
}

const JSON_TYPE = 'application/json';
const COMPONENTS = 'https://document.invalid/';

export class DocumentReader {
  readonly #document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, formats: FORMATS });

  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.#document = document;
    this.#ajv.addSchema({ $id: COMPONENTS, components: document.components });
  }

  operations(): DocumentedOperation[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => this.#operation(path, method.toUpperCase(), raw)),
    );
  }

  /** Follows a $ref; returns any other value as it is. */
  resolve<T extends object>(value: T & { $ref?: string }): T {
    if (value.$ref === undefined) return value;
    const target = value.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], this.#document);
    if (target === undefined) throw new Error(`The document has no ${value.$ref}.`);
    return this.resolve(target as T);
  }

  #operation(path: string, method: string, raw: RawOperation): DocumentedOperation {
    const content = raw.requestBody?.content[JSON_TYPE];
    const answers = new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        this.#answerCheck(this.resolve(response).content),
      ]),
    );
    const bodyCheck = content === undefined ? undefined : this.#compile(content.schema);
    return {
      id: raw.operationId,
      method,
      path,
      parameters: raw.parameters.map((parameter) => this.resolve(parameter) as Parameter),
      body: content && {
        schema: content.schema,
        examples: Object.values(content.examples ?? {}).map(({ value }) => value),
      },
      eventId: raw['x-event']?.id,
      statuses: new Set(answers.keys()),
      bodyFaults: (body) => (bodyCheck === undefined ? '' : this.#faults(bodyCheck(), body)),
      answerFaults({ status, contentType, body }) {
        const check = answers.get(status);
        return check === undefined ? `${status} is not declared` : check(contentType, body);
      },
    };
  }

  #answerCheck(content: Record<string, RawContent> | undefined): (type: string, body: Buffer) => string {
    if (content === undefined) return (_type, body) => (body.length === 0 ? '' : 'no body is declared');
    const json = content[JSON_TYPE];
    if (json === undefined) return (type) => (type.startsWith(JSON_TYPE) ? 'no JSON is declared' : '');
    const check = this.#compile(json.schema);
    return (type, body) => {
      if (!type.startsWith(JSON_TYPE)) return `the answer is ${type || 'of no type'} instead of JSON`;
      let value: unknown;
      try {
        value = JSON.parse(body.toString('utf8'));
      } catch {
        return 'the answer is no JSON';
      }
      return this.#faults(check(), value);
    };
  }

  #faults(check: ValidateFunction, value: unknown): string {
    return check(value) ? '' : this.#ajv.errorsText(check.errors);
  }

  /**
   * Compiles the schema when it is first needed: all of them at once take seconds, in which the process serves nothing. Ajv compiles
   * each component once, for all schemas that refer to it.
   */
  #compile(schema: JsonSchema): () => ValidateFunction {
    const text = JSON.stringify(schema, (key, value) =>
      key === '$ref' && typeof value === 'string' ? COMPONENTS + value : value,
    );
    return () => {
      const known = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text));
      this.#compiled.set(text, known);
      return known;
    };
  }
}
