import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import type { AppConfig, ProviderConfig, SpeechConfig, TrainingConfig } from './app-config';
import { CONFIG_SCHEMA } from './config-schema';
import { JsonSyntaxError, type JsonTree, parseJsonTree } from './json-tree';
import type { TextCheck } from './value-checks';

/** One problem of the configuration, for a person: where, and what to write instead. Never the value itself. */
export interface ConfigProblem {
  readonly line: number;
  /** `providers[0].base_url`; empty for the file as a whole. */
  readonly field: string;
  readonly message: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** The values of the file alone, before defaults that depend on other fields or on the environment. */
export interface ConfigFileValues extends Omit<
  AppConfig,
  'database' | 'providers' | 'speech' | 'training'
> {
  readonly database: { readonly url?: string };
  readonly speech: FileSpeech;
  readonly providers: readonly FileProvider[];
  readonly training: Omit<TrainingConfig, 'token'>;
}

/** Without the keys: a file never holds them. */
interface FileSpeech extends Pick<SpeechConfig, 'timeout_ms'> {
  readonly elevenlabs: Omit<SpeechConfig['elevenlabs'], 'api_key'>;
  readonly openai: Omit<SpeechConfig['openai'], 'api_key'>;
}

type FileProvider = Omit<ProviderConfig, 'id' | 'name'> &
  Partial<Pick<ProviderConfig, 'id' | 'name'>>;

/** The values of a config file, every default filled in, and everything that is wrong with them. */
export interface ConfigFileReading {
  readonly values: ConfigFileValues;
  readonly problems: readonly ConfigProblem[];
}

/** @param content `null` when there is no file: then every value is the default */
export function readConfigFile(content: string | null, variables: Variables): ConfigFileReading {
  try {
    return new FileReader(variables).read(parseJsonTree(content ?? '{}'));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const problem = { line: error.line, field: '', message: error.message };
    return { ...readConfigFile(null, variables), problems: [problem] };
  }
}

/** Field and line of a value. */
type FieldLocation = Omit<ConfigProblem, 'message'>;

class FileReader {
  /** Locations by JSON pointer. */
  private readonly locations = new Map<string, FieldLocation>();
  private readonly problems = new Map<string, ConfigProblem>();

  constructor(private readonly variables: Variables) {}

  read(tree: JsonTree): ConfigFileReading {
    const values = this.expanded(tree, '', { field: '', line: tree.line });
    if (!validate(values)) for (const error of validate.errors ?? []) this.addError(error);
    const file = values as ConfigFileValues;
    if (!this.hasProblemIn('/providers')) this.checkProviders(file.providers);
    const problems = [...this.problems.values()].sort((a, b) => a.line - b.line);
    return { values: file, problems };
  }

  /** The plain value, variables filled in. */
  private expanded(tree: JsonTree, pointer: string, location: FieldLocation): unknown {
    this.locations.set(pointer, location);
    switch (tree.type) {
      case 'object':
        return Object.fromEntries(
          tree.fields.map(({ name, line, value }) => {
            const field = location.field === '' ? name : `${location.field}.${name}`;
            return [name, this.expanded(value, childPointer(pointer, name), { field, line })];
          }),
        );
      case 'array':
        return tree.items.map((item, index) => {
          const field = `${location.field}[${index}]`;
          return this.expanded(item, childPointer(pointer, index), { field, line: item.line });
        });
      case 'string':
        return this.withVariables(tree.value, pointer);
      case 'null':
        return null;
      case 'number':
      case 'boolean':
        return tree.value;
    }
  }

  /** `${NAME}` becomes the variable's value, `$${NAME}` the literal `${NAME}`. */
  private withVariables(value: string, pointer: string): string {
    return value.replace(/\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (match, name: string) => {
      if (match.startsWith('$$')) return match.slice(1);
      const variable = this.variables[name];
      if (variable === undefined)
        this.add(
          pointer,
          `the environment variable ${name} isn't set: set it, or write it into .env`,
        );
      return variable ?? '';
    });
  }

  private addError(error: ErrorObject): void {
    const { instancePath, keyword, params, message = '' } = error;
    const schema = error.parentSchema as SchemaObject;
    if (keyword === 'additionalProperties') {
      const fieldNames = Object.keys(schema['properties'] as object).join(', ');
      const name = params['additionalProperty'] as string;
      this.add(
        childPointer(instancePath, name),
        `there is no such field; the fields here are: ${fieldNames}`,
      );
    } else if (keyword === 'propertyNames') {
      const name = params['propertyName'] as string;
      const { check } = schema['propertyNames'] as { readonly check: TextCheck };
      this.add(childPointer(instancePath, name), check(name) ?? '');
    } else if (!error.schemaPath.includes('/propertyNames/'))
      this.add(instancePath, keyword === 'check' ? message : (schema['write'] as string));
  }

  /** Rules across the fields of a provider, and across providers. */
  private checkProviders(providers: readonly FileProvider[]): void {
    providers.forEach((one, index) => {
      const earlier = providers.slice(0, index);
      const add = (name: string, message: string): void =>
        this.add(childPointer(childPointer('/providers', index), name), message);
      if (one.id === undefined) add('id', 'give each provider an id');
      if (one.kind === 'comfyui' && one.base_url === null)
        add('base_url', 'write the address of the node, such as http://127.0.0.1:8188');
      if (one.id !== undefined && earlier.some(({ id }) => id === one.id))
        add('id', 'another provider has this id: ids must differ');
      if (one.default && earlier.some((other) => other.default))
        add('default', 'another provider is the default already: only one may be');
    });
  }

  private hasProblemIn(pointer: string): boolean {
    return [...this.problems.keys()].some((at) => at === '' || at.startsWith(pointer));
  }

  /** Reports only the first problem of each value. */
  private add(pointer: string, message: string): void {
    if (!this.problems.has(pointer))
      this.problems.set(pointer, { ...this.locationOf(pointer), message });
  }

  /** A field that is absent from the file is reported with the line of its parent. */
  private locationOf(pointer: string): FieldLocation {
    const location = this.locations.get(pointer);
    if (location) return location;
    const cut = pointer.lastIndexOf('/');
    const { field, line } = this.locationOf(pointer.slice(0, cut));
    return { field: `${field}.${pointer.slice(cut + 1)}`, line };
  }
}

const childPointer = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Runs at every start: checking our own schema and optimizing the generated code took most of the time. */
const ajv = new Ajv({
  validateSchema: false,
  meta: false,
  code: { optimize: false },
  allErrors: true,
  useDefaults: true,
  verbose: true,
});
ajv.addKeyword('write');
ajv.addKeyword({ keyword: 'check', type: 'string', validate: checkText });
const validate = ajv.compile(CONFIG_SCHEMA);

function checkText(check: TextCheck, value: string): boolean {
  const message = check(value);
  checkText.errors = message === null ? [] : [{ keyword: 'check', message, params: {} }];
  return message === null;
}
checkText.errors = [] as Partial<ErrorObject>[];
