/**
 * The fields of a class without the class: what an object literal, a row or a JSON body really is. Response and entity
 * classes describe shapes to Swagger and TypeORM; nobody makes instances of them.
 */
export type Plain<T> = Pick<T, keyof T>;
