import type { CallerCase } from './callers';
import type { ReceivedResponse } from './send-request';
import type { AccessSetup, OwnerName } from './access-setup';

/** Texts that a caller must not receive: those of other owners, and internal ones. */
export function secretsFrom(setup: AccessSetup, { by }: Pick<CallerCase, 'by'>): readonly string[] {
  const { never, install } = setup.secrets;
  if (by === 'root' || by === 'open') return never;
  const names = Object.keys(setup.owners) as OwnerName[];
  const others = names.filter((name) => name !== by).flatMap((name) => setup.owners[name].secrets);
  return [...never, ...install, ...others];
}

/** Each secret that the text contains, with its context. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const readable = text + cursorsIn(text);
  return secrets.flatMap((secret) => {
    const at = readable.indexOf(secret);
    return at < 0 ? [] : [readable.slice(Math.max(0, at - 60), at + secret.length + 40)];
  });
}

/** A response as one text: status, headers, body. */
export const responseText = ({ status, headers, body }: ReceivedResponse): string =>
  `${status}\n${JSON.stringify(headers)}\n${body}`;

/** Cursors are decoded, because they are only base64. */
function cursorsIn(text: string): string {
  return [...text.matchAll(/"next_cursor":"([^"]+)"/g)]
    .map(([, cursor = '']) => Buffer.from(cursor, 'base64url').toString())
    .join('\n');
}
