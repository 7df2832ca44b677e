/** Why no connection to a server can be made, by the code of the error. */
export const CONNECTION_REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up at the moment',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
};

/** Codes of a refused certificate, which is refused before anything is sent. */
export const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO/;
export const NO_SECURE_CONNECTION = 'no secure connection to it can be made';
