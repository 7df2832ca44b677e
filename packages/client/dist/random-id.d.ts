/** A random id (32 hex digits). Browsers lack `crypto.randomUUID` on plain HTTP. */
export declare function randomId(): string;
