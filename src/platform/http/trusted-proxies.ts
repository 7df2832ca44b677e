import { addressList } from './peer-address';

/**
 * Which neighbours may tell who is behind them (Express' `trust proxy`), by `server.trusted_proxies` as it is at that
 * moment. Headers such as X-Forwarded-For count from them only; X-Forwarded-Host never counts.
 */
export function trustedProxies(entries: () => readonly string[]): (address: string) => boolean {
  let read: readonly string[] = [];
  let holds = addressList(read);
  return (address) => {
    const current = entries();
    if (current !== read) holds = addressList((read = current));
    return holds(address);
  };
}
