import { addressList } from './peer-address';

/**
 * Whose X-Forwarded-For is believed (Express' `trust proxy`), by `server.trusted_proxies` as it is at that moment.
 * X-Forwarded-Host is never believed.
 */
export function trustedProxies(entries: () => readonly string[]): (address: string) => boolean {
  let lastEntries: readonly string[] = [];
  let holds = addressList(lastEntries);
  return (address) => {
    const current = entries();
    if (current !== lastEntries) holds = addressList((lastEntries = current));
    return holds(address);
  };
}
