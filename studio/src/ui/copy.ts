/**
 * Copies a text. On plain HTTP there is no clipboard API, so that a selected field is copied instead.
 * @returns false where the browser refused
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, such as without focus: the field below may still do.
    }
  }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'copy-source';
  document.body.append(field);
  field.select();
  // Deprecated, but all that there is without a secure context.
  const page: { execCommand(command: 'copy'): boolean } = document;
  const isCopied = page.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
