import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

/** Names that always mean the machine itself (RFC 6761). Resolvers of the DNS don't know them. */
const LOCAL_NAME = /(?:^|\.)localhost\.?$/;

/** The host of a URL as a resolver takes it: without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * What to send instead of this URL of a webhook; `null` for a good one.
 * @param allowPrivate `webhooks.allow_private`
 */
export function urlProblem(text: string, allowPrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'Send a web address such as https://example.com/hooks.';
  if (url.username !== '' || url.password !== '')
    return 'Send the address without a user and a password.';
  if (url.hash !== '') return 'Send the address without "#".';
  return allowPrivate ? null : publicProblem(url);
}

function publicProblem(url: URL): string | null {
  if (url.protocol !== 'https:')
    return 'Send an https address: http is only admitted with webhooks.allow_private.';
  const host = hostOf(url);
  const isPublic = isIP(host) === 0 ? !LOCAL_NAME.test(host) : isPublicAddress(host);
  return isPublic
    ? null
    : 'Send a public address: others are only admitted with webhooks.allow_private.';
}
