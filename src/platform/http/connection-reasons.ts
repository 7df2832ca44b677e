/** Why no connection to a server can be made, by the code of the error. */
export const CONNECTION_REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up at the moment',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'its host does not answer',
};

/** For codes without a reason of their own. */
export const NOT_CONNECTED = 'it cannot be connected to';

/** Codes of a refused certificate, which is refused before anything is sent. */
export const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO/;
export const NO_SECURE_CONNECTION = 'no secure connection to it can be made';

/** An error of a request. */
export interface ConnectionError {
  readonly code: string;
  /** No connection was made, so certainly nothing was sent. The codes alone don't say so: an open one may end with them. */
  readonly isUnconnected: boolean;
}

/** Reads an error of a request; several addresses of one host fail as one `AggregateError`. */
export function readConnectionError(error: unknown): ConnectionError {
  const root: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', syscall = '' } = (root ?? {}) as Partial<NodeJS.ErrnoException>;
  const isUnconnected =
    syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ECONNREFUSED';
  return { code, isUnconnected };
}
