import { notifyDone, notifyError } from './notify';

export const COPIED = 'Copied';
const NOT_COPIED = 'The browser doesn’t allow copying here. Select the text and copy it.';

/** Says why a text could not be copied. */
export const notifyNotCopied = () => notifyError(new Error(NOT_COPIED));

/** Copies a text and says so, or why not. */
export async function copyAndTell(text: string, done = COPIED): Promise<void> {
  if (await copyText(text)) notifyDone(done);
  else notifyNotCopied();
}

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
