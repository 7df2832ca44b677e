/** A random id (32 hex digits). Browsers lack `crypto.randomUUID` on plain HTTP. */
export function randomId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
