import { isIP } from 'node:net';
import { replaceLocations } from './absolute-paths';

export type TextRedactor = (text: string) => string;

const HIDDEN = '(address)';

const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\w)/g;
const IPV6 = /\[?(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])\]?(?::\d{1,5})?/gi;
const LOCALHOST = /\blocalhost(?::\d{1,5})?\b/gi;
/** `gpu.example.com:8188`, but not `execution.py:344`. */
const HOST_AND_PORT = /(?<![\w.-])(?:[a-z0-9-]+\.)+(?!py:)[a-z]{2,}:\d{2,5}(?!\w)/gi;
/** Every path or address holds one of these. */
const SEPARATORS = /[/\\:.]/;

/**
 * Removes absolute paths (POSIX, Windows, UNC; their last part stays, because it often is the file in question) and the
 * addresses of nodes and private hosts from texts, in linear time.
 * @param baseUrls addresses of the configured nodes
 */
export function locationRedactor(baseUrls: readonly string[]): TextRedactor {
  const hosts = new Set(baseUrls.flatMap(hostOf).filter((host) => isIP(host) === 0));
  const named = [...hosts].flatMap((host) => hostPatterns(host, baseUrls));
  return (text) => {
    if (!SEPARATORS.test(text) && named.length === 0) return text;
    const plain = replaceLocations(text, (url) => (isPrivate(url, hosts) ? HIDDEN : url))
      .replace(IPV6, (match) =>
        isIP(match.replace(/^\[|\](?::\d+)?$/g, '')) === 6 ? HIDDEN : match,
      )
      .replace(IPV4, (match) => (isIP(match.replace(/:\d+$/, '')) === 4 ? HIDDEN : match))
      .replace(HOST_AND_PORT, HIDDEN)
      .replace(LOCALHOST, HIDDEN);
    return named.reduce((cleaned, pattern) => cleaned.replace(pattern, HIDDEN), plain);
  };
}

function hostOf(url: string): readonly string[] {
  return URL.canParse(url) ? [new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase()] : [];
}

/**
 * Matches a host name as a whole word. One without a dot may also be an ordinary word (`gpu`): without a port or quotes
 * it counts only in the configuration's spelling, so that `GPU memory` stays readable.
 */
function hostPatterns(host: string, baseUrls: readonly string[]): readonly RegExp[] {
  const name = literally(host);
  if (host.includes('.')) return [new RegExp(`(?<![\\w.-])${name}(?::\\d{1,5})?(?![\\w-])`, 'gi')];
  const written = baseUrls.flatMap((url) => new RegExp(`(?<![\\w.-])${name}`, 'i').exec(url) ?? []);
  const spellings = [...new Set([host, ...written])].map(literally);
  return [
    new RegExp(`(?<![\\w.-])${name}:\\d{1,5}(?!\\w)|(?<=(['"]))${name}(?=\\1)`, 'gi'),
    new RegExp(`(?<![\\w./\\\\-])(?:${spellings.join('|')})(?![\\w-]|\\.\\w)`, 'g'),
  ];
}

const literally = (text: string): string => text.replace(/[^\w-]/g, '\\$&');

/** A node's host, an IP address, or a name of a local network. */
function isPrivate(url: string, hosts: ReadonlySet<string>): boolean {
  const [host = ''] = hostOf(url);
  return (
    hosts.has(host) ||
    isIP(host) !== 0 ||
    !host.includes('.') ||
    /\.(?:local|lan|internal|home|intranet)$/i.test(host)
  );
}
