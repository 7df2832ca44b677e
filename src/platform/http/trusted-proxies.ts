import { addressList } from './peer-address';

/**
 * Express' `trust proxy` setting: decides which proxies' X-Forwarded-For is trusted, by the current
 * `server.trusted_proxies`. X-Forwarded-Host is never trusted.
 */
export function trustedProxies(entries: () => readonly string[]): (address: string) => boolean {
  let lastEntries: readonly string[] = [];
  let isListed = addressList(lastEntries);
  return (address) => {
    const current = entries();
    if (current !== lastEntries) isListed = addressList((lastEntries = current));
    return isListed(address);
  };
}
