import { isRecord } from '../json';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ConfigService } from '../config/config.service';
import { ValidationFailed, type ValidationItem } from '../errors/validation-failed';
import { type DtoClass, fieldsOf, variantsOf } from './field';
import { itemsOf, together } from './field-errors';
import { keepsNull } from './patch-dto';
import { type Loc, MAX_ITEMS, screen, type Screening } from './screen';
import { shapeFaults } from './shape';

const SOURCES = { body: 'body', query: 'query', param: 'path' } as const;

/**
 * The one pipe over all requests (contract §1): checks bodies, queries and path parameters against their request
 * class, tells all violations at once, and hands on an instance that holds the sent fields only.
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
    return dto ? this.texts(value, dto, [source]) : value;
  }

  /** One named parameter: text as it came. */
  private single(value: unknown, at: Loc): unknown {
    if (value !== undefined && typeof value !== 'string')
      throw failed([{ loc: at, msg: 'Give this parameter once.', type: 'string_type' }]);
    refuse(this.screened(value, at).found);
    return value;
  }

  private texts(value: unknown, dto: DtoClass, at: Loc): object {
    const sent = value as Readonly<Record<string, unknown>>;
    const known = Object.fromEntries(
      [...fieldsOf(dto).keys()]
        .filter((name) => sent[name] !== undefined)
        .map((name) => [name, sent[name]]),
    );
    const { instance, items } = checked(known, dto, at);
    refuse(together(items, this.screened(known, at).found));
    return settled(instance, dto);
  }

  /** A body with any keys. */
  private anyBody(value: unknown): unknown {
    refuse(together(notAnObject(value), this.screened(value, ['body']).found));
    return value;
  }

  /** Checks a body that arrives another way than as a handler's parameter. Throws `ValidationFailed`. */
  checkBody<T extends object>(value: unknown, type: new () => T): T {
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

  private checkObject(sent: Readonly<Record<string, unknown>>, dto: DtoClass): object {
    const { found: screened, isEndless } = this.screened(sent, ['body'], listItemsOf(dto));
    // Before its size costs anything, and its depth the stack of whoever walks it without counting.
    if (isEndless) throw failed(screened);
    const { instance, items } = checked(sent, dto, ['body']);
    const shape = shapeFaults(sent, dto, ['body'], this.config.current().limits);
    refuse(together(together(items, shape), screened));
    return settled(instance, dto);
  }

  private screened(value: unknown, at: Loc, ofFields?: ReadonlyMap<string, number>): Screening {
    return screen(value, at, this.config.current().limits.array_items, ofFields);
  }
}

const listItemsOf = (dto: DtoClass): ReadonlyMap<string, number> =>
  new Map(
    [...fieldsOf(dto).values()].flatMap(({ name, listItems }) =>
      listItems === undefined ? [] : [[name, listItems] as const],
    ),
  );

function notAnObject(value: unknown): readonly ValidationItem[] {
  if (value === undefined)
    return [{ loc: ['body'], msg: 'Send a JSON object as the body.', type: 'missing' }];
  if (isRecord(value)) return [];
  return [{ loc: ['body'], msg: 'Send a JSON object.', type: 'dict_type' }];
}

const failed = (items: readonly ValidationItem[]): ValidationFailed =>
  new ValidationFailed(items.slice(0, MAX_ITEMS));

function refuse(items: readonly ValidationItem[]): void {
  if (items.length > 0) throw failed(items);
}

function requestClass(metatype: ArgumentMetadata['metatype']): DtoClass | null {
  if (!metatype || metatype === Object) return null;
  const dto = metatype as DtoClass;
  return fieldsOf(dto).size > 0 ? dto : null;
}

const needsNothing = (dto: DtoClass): boolean =>
  [...fieldsOf(dto).values()].every((field) => !field.required);

function checked(
  sent: object,
  dto: DtoClass,
  at: Loc,
): { instance: object; items: readonly ValidationItem[] } {
  const instance = plainToInstance(dto, sent, {
    excludeExtraneousValues: true,
    exposeUnsetFields: false,
  });
  const errors = validateSync(instance, { forbidUnknownValues: false });
  const items = itemsOf(errors, at);
  if (errors.length > 0 && items.length === 0)
    throw failed([{ loc: at, msg: 'Send what the documentation shows.', type: 'value_error' }]);
  return { instance, items };
}

/** Only what was sent stays; null means omitted unless the class keeps it. */
function settled(instance: object, dto: DtoClass): object {
  const nulls = keepsNull(dto);
  for (const { name, nested } of fieldsOf(dto).values()) {
    const value: unknown = Reflect.get(instance, name);
    if (value === undefined || (value === null && !nulls)) Reflect.deleteProperty(instance, name);
    else if (nested) settleNested(value, nested());
  }
  return instance;
}

function settleNested(value: unknown, dto: DtoClass): void {
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
    if (typeof one === 'object' && one !== null) settled(one, dto);
}
