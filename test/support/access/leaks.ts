import type { CallerCase } from './callers';
import type { Heard } from './sent';
import type { AccessWorld, OwnerName } from './world';

/** What a caller may not read: what is somebody else's, and what is for nobody. */
export function secretsFrom(world: AccessWorld, { by }: Pick<CallerCase, 'by'>): readonly string[] {
  const { never, install } = world.secrets;
  if (by === 'root' || by === 'open') return never;
  const names = Object.keys(world.owners) as OwnerName[];
  const others = names.filter((name) => name !== by).flatMap((name) => world.owners[name].secrets);
  return [...never, ...install, ...others];
}

/** Each secret that a text holds, with what stands around it. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const readable = text + cursorsIn(text);
  return secrets.flatMap((secret) => {
    const at = readable.indexOf(secret);
    return at < 0 ? [] : [readable.slice(Math.max(0, at - 60), at + secret.length + 40)];
  });
}

/** An answer as one text: status line, headers, body. */
export const allOf = ({ status, headers, body }: Heard): string =>
  `${status}\n${JSON.stringify(headers)}\n${body}`;

/** A cursor is only wrapped up. */
function cursorsIn(text: string): string {
  return [...text.matchAll(/"next_cursor":"([^"]+)"/g)]
    .map(([, cursor = '']) => Buffer.from(cursor, 'base64url').toString())
    .join('\n');
}
