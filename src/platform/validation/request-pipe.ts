import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { ConfigService } from '../config/config.service';
import { ValidationFailed, type ValidationError } from '../errors/validation-failed';
import { isRecord, type JsonRecord } from '../json';
import { mergeErrors, validateObject } from './field-errors';
import {
  allowsUnknownParameters,
  type DtoClass,
  fieldsOf,
  needsNothing,
  variantsOf,
} from './field';
import { type Loc, MAX_ERRORS, checkContent, type ContentCheck } from './content-check';

const SOURCES = { body: 'body', query: 'query', param: 'path' } as const;

/**
 * The one pipe over all requests: checks bodies, queries and path parameters against their request
 * class, reports all violations at once, and returns an instance with only the sent fields.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(private readonly config: ConfigService) {}

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    const source = SOURCES[type];
    if (data !== undefined) return this.single(value, [source, data]);
    const dto = requestClass(metatype);
    if (source === 'body') return dto ? this.checkBody(value, dto) : this.anyBody(value);
    return dto ? this.texts(value as JsonRecord, dto, source) : value;
  }

  /** Checks a body that isn't a parameter of a handler. Throws `ValidationFailed`. */
  checkBody<T extends object>(value: unknown, type: DtoClass<T>): T {
    const body = value === undefined && needsNothing(type) ? {} : value;
    if (!isRecord(body)) throw failed(notAnObject(body));
    const variants = variantsOf(type);
    if (!variants) return this.checkObject(body, type) as T;
    const { [variants.property]: name, ...rest } = body;
    const discriminator = this.checkObject(
      name === undefined ? {} : { [variants.property]: name },
      type,
    );
    const dto = variants.classes[name as string];
    if (!dto) throw new Error(`no class for ${variants.property}`);
    return Object.assign(this.checkObject(rest, dto), discriminator) as T;
  }

  /** One named parameter: text as it came. */
  private single(value: unknown, at: Loc): unknown {
    if (value !== undefined && typeof value !== 'string')
      throw failed([{ loc: at, msg: 'Send this parameter once.', type: 'string_type' }]);
    refuse(this.checked(value, at).errors);
    return value;
  }

  /** Parameters of a query string or a path. */
  private texts(sent: JsonRecord, dto: DtoClass, source: 'query' | 'path'): object {
    const refusesUnknown = source === 'query' && !allowsUnknownParameters(dto);
    const checked = refusesUnknown ? sent : knownParameters(sent, dto);
    const { instance, errors: fieldErrors } = validateObject(
      checked,
      dto,
      [source],
      this.config.current().limits,
    );
    refuse(mergeErrors(fieldErrors, this.checked(checked, [source]).errors));
    return instance;
  }

  /** A body with any keys. */
  private anyBody(value: unknown): unknown {
    refuse(mergeErrors(notAnObject(value), this.checked(value, ['body']).errors));
    return value;
  }

  private checkObject(sent: JsonRecord, dto: DtoClass): object {
    const { errors: contentErrors, exceedsLimits } = this.checked(
      sent,
      ['body'],
      maxListItemsByFieldOf(dto),
    );
    // Stop here: checking a body of this size or depth further could exhaust time or stack.
    if (exceedsLimits) throw failed(contentErrors);
    const { instance, errors: fieldErrors } = validateObject(
      sent,
      dto,
      ['body'],
      this.config.current().limits,
    );
    refuse(mergeErrors(fieldErrors, contentErrors));
    return instance;
  }

  private checked(
    value: unknown,
    at: Loc,
    maxListItemsByField?: ReadonlyMap<string, number>,
  ): ContentCheck {
    return checkContent(value, at, this.config.current().limits.array_items, maxListItemsByField);
  }
}

const knownParameters = (sent: JsonRecord, dto: DtoClass): JsonRecord =>
  Object.fromEntries(
    [...fieldsOf(dto).keys()]
      .filter((name) => sent[name] !== undefined)
      .map((name) => [name, sent[name]]),
  );

const maxListItemsByFieldOf = (dto: DtoClass): ReadonlyMap<string, number> =>
  new Map(
    [...fieldsOf(dto).values()].flatMap(({ name, maxListItems }) =>
      maxListItems === undefined ? [] : [[name, maxListItems] as const],
    ),
  );

function notAnObject(value: unknown): readonly ValidationError[] {
  if (value === undefined)
    return [{ loc: ['body'], msg: 'Send a JSON object as the body.', type: 'missing' }];
  if (isRecord(value)) return [];
  return [{ loc: ['body'], msg: 'Send a JSON object.', type: 'dict_type' }];
}

const failed = (items: readonly ValidationError[]): ValidationFailed =>
  new ValidationFailed(items.slice(0, MAX_ERRORS));

function refuse(items: readonly ValidationError[]): void {
  if (items.length > 0) throw failed(items);
}

function requestClass(metatype: ArgumentMetadata['metatype']): DtoClass | null {
  if (!metatype || metatype === Object) return null;
  const dto = metatype as DtoClass;
  return fieldsOf(dto).size > 0 ? dto : null;
}
