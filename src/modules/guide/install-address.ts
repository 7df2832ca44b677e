/** The address that a request came to. */
export interface RequestAddress {
  /** By the socket, or as a trusted proxy tells it. */
  readonly protocol: string;
  /** The `Host` header, which the service has found to be one of its own. */
  readonly host: string;
}

/** Where callers reach this install, without a slash at its end: `server.public_url`, else as the request came. Pure. */
export function installAddress(publicUrl: string | null, { protocol, host }: RequestAddress) {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return publicUrl === null
    ? new URL(`${scheme}://${host}`).origin
    : new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '');
}
