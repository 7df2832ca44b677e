import { Column, PrimaryColumn, type ColumnOptions, type ValueTransformer } from 'typeorm';

/**
 * Column types that mean the same on SQLite and PostgreSQL. Times are ISO 8601 text in UTC with milliseconds: they
 * sort as text, and no driver converts them to another time zone.
 */

const asJson: ValueTransformer = {
  to: (value: unknown): string | null =>
    value === null || value === undefined ? null : JSON.stringify(value),
  from: (stored: string | null): unknown => (stored === null ? null : JSON.parse(stored)),
};

/** PostgreSQL answers bigint as text. */
const asInteger: ValueTransformer = {
  to: (value: unknown): unknown => value,
  from: (stored: string | number | null): number | null =>
    stored === null ? null : Number(stored),
};

interface Optional {
  readonly nullable?: boolean;
}

const options = (type: ColumnOptions['type'], { nullable = false }: Optional): ColumnOptions => ({
  ...(type === undefined ? {} : { type }),
  nullable,
});

/** A text primary key; several of them make a composite key. */
export const IdColumn = (): PropertyDecorator => PrimaryColumn({ type: 'text' });

/** A whole-number part of a primary key. */
export const IdNumberColumn = (): PropertyDecorator => PrimaryColumn({ type: 'integer' });

/** A whole-number part of a primary key within ±(2^53−1). */
export const IdIntegerColumn = (): PropertyDecorator =>
  PrimaryColumn({ type: 'bigint', transformer: asInteger });

export const TextColumn = (optional: Optional = {}): PropertyDecorator =>
  Column(options('text', optional));

/** ISO 8601, UTC, milliseconds. */
export const TimeColumn = (optional: Optional = {}): PropertyDecorator =>
  Column(options('text', optional));

/** A JSON value stored as text; queries can't filter by its fields. */
export const JsonColumn = (optional: Optional = {}): PropertyDecorator =>
  Column({ ...options('text', optional), transformer: asJson });

/** `initial` is the value of rows from before the column existed. */
export const FlagColumn = (
  optional: Optional & { readonly initial?: boolean } = {},
): PropertyDecorator =>
  Column({
    ...options('boolean', optional),
    ...(optional.initial === undefined ? {} : { default: optional.initial }),
  });

/** A whole number within ±(2^53−1). `initial` is the value of rows from before the column existed. */
export const IntegerColumn = (
  optional: Optional & { readonly initial?: number } = {},
): PropertyDecorator =>
  Column({
    ...options('bigint', optional),
    ...(optional.initial === undefined ? {} : { default: optional.initial }),
    transformer: asInteger,
  });

/** A floating-point number. */
export const NumberColumn = (optional: Optional = {}): PropertyDecorator =>
  Column(options('double precision', optional));
