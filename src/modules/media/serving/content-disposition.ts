/**
 * Content-Disposition of a file (RFC 6266): the path, which is safe by its making, for everybody, and the name that
 * people gave for clients that can read it.
 */
export function contentDisposition(
  kind: 'inline' | 'attachment',
  path: string,
  name: string,
): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${path}"; filename*=UTF-8''${encoded}`;
}
