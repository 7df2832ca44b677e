import 'reflect-metadata';

const KEEPS_NULL = 'kinora:keeps-null';

/** Null stays null in bodies of this class; elsewhere it means omitted. */
const KeepsNull = () => Reflect.metadata(KEEPS_NULL, true);

/**
 * Base of PATCH bodies: an omitted field is unchanged, null stays null and resets (contract §1). Fields that the
 * resource requires say `nullable: false`.
 */
@KeepsNull()
export abstract class PatchDto {}

/** Is null a value of its own in bodies of this class? */
export function keepsNull(type: object): boolean {
  return Reflect.getMetadata(KEEPS_NULL, type) === true;
}
