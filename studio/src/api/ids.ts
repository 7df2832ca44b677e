/** A random id (32 hex digits). `crypto.randomUUID` is missing on plain HTTP. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `batch` of a job may also name the generation of a project, which `/api/batches` does not have. */
export const isBatchId = (id: string): boolean => id.startsWith('bat_');
