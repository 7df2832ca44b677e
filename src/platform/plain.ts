/**
 * The fields of a class without the class: what an object literal, a row or a JSON body really is. Response and entity
 * classes describe shapes to Swagger and TypeORM and are never instantiated.
 */
export type Plain<T> = Pick<T, keyof T>;
