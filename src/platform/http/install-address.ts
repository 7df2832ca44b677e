/** The address that a request was sent to. */
export interface RequestAddress {
  /** Of the connection, or from a trusted proxy. */
  readonly protocol: string;
  /** The validated `Host` header. */
  readonly host: string;
}

/** Address of this install without a trailing slash: `server.public_url`, else that of the request. */
export function installAddress(publicUrl: string | null, { protocol, host }: RequestAddress) {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return publicUrl === null
    ? new URL(`${scheme}://${host}`).origin
    : new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '');
}
