import { ApiProperty, type ApiPropertyOptions, ApiPropertyOptional } from '@nestjs/swagger';

/*
 * Decorators for fields of answers whose type @nestjs/swagger can't read from the code: `string | null` is an object in the
 * metadata of TypeScript, and a date is a string.
 */

type Options = Pick<ApiPropertyOptions, 'description' | 'enum' | 'example' | 'nullable'>;

/** A value that may be null. */
export const ApiNullable = (
  type: 'boolean' | 'integer' | 'number' | 'string',
  options: Options = {},
) => ApiProperty({ type, nullable: true, ...options });

/** A time, ISO 8601 in UTC. */
export const ApiTime = (options: Options = {}) =>
  ApiProperty({ type: 'string', format: 'date-time', ...options });

/** An object with any keys. */
export const ApiAnyObject = (options: Options = {}) =>
  ApiProperty({ type: 'object', additionalProperties: true, ...options });

/** The owner of a resource, which only admins see. */
export const ApiOwner = () =>
  ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'The agent that owns it, null when none does; admins only.',
    example: 'film-crew',
  });
