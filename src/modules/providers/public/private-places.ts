import { isIP } from 'node:net';

/** Rewrites one text. */
export type TextCleaner = (text: string) => string;

const HIDDEN = '(address)';

const ANY_URL = /\b(?:https?|wss?):\/\/(?:\[[0-9a-f:.]+\]|[^\s/'"<>)\]]+)[^\s'"<>)\]]*/gi;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\w)/g;
const IPV6 = /\[?(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])\]?(?::\d{1,5})?/gi;
const LOCALHOST = /\blocalhost(?::\d{1,5})?\b/gi;
/** `gpu.example.com:8188`, but not `execution.py:344`. */
const HOST_AND_PORT = /(?<![\w.-])(?:[a-z0-9-]+\.)+(?!py:)[a-z]{2,}:\d{2,5}(?!\w)/gi;
/** A quoted absolute path may hold spaces. */
const QUOTED_PATH = /(['"`])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|~?\/)(?:(?!\1)[^\n])*\1/g;
const BARE_PATH = /(?<![\w.\\/~:-])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|~?\/)[^\s'"`,;:()[\]<>|]+/g;
/** No place can be named without one of these. */
const SIGNS = /[/\\:.]/;

/**
 * Takes absolute paths (POSIX, Windows, UNC; their last part stays, it often is the file in question) and the
 * addresses of nodes and of private hosts out of texts. Each text is looked through a fixed number of times, however
 * long it is.
 * @param baseUrls where the nodes are, as the configuration says it
 */
export function placeCleaner(baseUrls: readonly string[]): TextCleaner {
  const hosts = new Set(baseUrls.flatMap(hostOf).filter((host) => isIP(host) === 0));
  const named = [...hosts].map(hostPattern);
  return (text) => {
    if (!SIGNS.test(text) && named.length === 0) return text;
    const plain = text
      .replace(ANY_URL, (url) => (isPrivate(url, hosts) ? HIDDEN : url))
      .replace(
        QUOTED_PATH,
        (path, quote: string) => `${quote}${lastPart(path.slice(1, -1))}${quote}`,
      )
      .replace(BARE_PATH, lastPart)
      .replace(IPV6, (found) =>
        isIP(found.replace(/^\[|\](?::\d+)?$/g, '')) === 6 ? HIDDEN : found,
      )
      .replace(IPV4, (found) => (isIP(found.replace(/:\d+$/, '')) === 4 ? HIDDEN : found))
      .replace(HOST_AND_PORT, HIDDEN)
      .replace(LOCALHOST, HIDDEN);
    return named.reduce((cleaned, pattern) => cleaned.replace(pattern, HIDDEN), plain);
  };
}

function hostOf(url: string): readonly string[] {
  return URL.canParse(url) ? [new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase()] : [];
}

/**
 * A host's name wherever it stands; one without a dot is a word, too (`gpu`), and only a host with its port, or in
 * quotes.
 */
function hostPattern(host: string): RegExp {
  const name = host.replace(/[^\w-]/g, '\\$&');
  return host.includes('.')
    ? new RegExp(`(?<![\\w.-])${name}(?::\\d{1,5})?(?![\\w-])`, 'gi')
    : new RegExp(`(?<![\\w.-])${name}:\\d{1,5}(?!\\w)|(?<=(['"]))${name}(?=\\1)`, 'gi');
}

function lastPart(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? '';
}

/** A node's host, an IP address, or a name that only a local network knows. */
function isPrivate(url: string, hosts: ReadonlySet<string>): boolean {
  const [host = ''] = hostOf(url);
  return (
    hosts.has(host) ||
    isIP(host) !== 0 ||
    !host.includes('.') ||
    /\.(?:local|lan|internal|home|intranet)$/i.test(host)
  );
}
