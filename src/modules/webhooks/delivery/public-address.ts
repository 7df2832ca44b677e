import { isIPv4 } from 'node:net';
import { addressList, plainAddress } from '../../../platform/http/peer-address';

/**
 * IPv4 networks that aren't global unicast, from IANA's registry of special-purpose addresses (RFC 6890 and later entries), and
 * one address that is public by its number, but at which Azure answers to its own machines.
 */
const NOT_PUBLIC_IPV4 = addressList([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16', // the host of a machine at Azure
]);

/** The only IPv6 addresses that are assigned as global unicast. */
const GLOBAL_IPV6 = addressList(['2000::/3']);
const NOT_PUBLIC_IPV6 = addressList([
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '3fff::/20', // documentation
]);

/**
 * Whether an address belongs to the public internet. False for addresses that stand for an IPv4 address (mapped, NAT64,
 * 6to4), for addresses with a zone, and for what isn't an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_IPV4(address);
  const isPlain = plainAddress(address) === address;
  return isPlain && GLOBAL_IPV6(address) && !NOT_PUBLIC_IPV6(address);
}
