const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By the code of a base64 digit, the code of the digit with the same value in ASS files: they begin at `!`. */
const ASS_DIGITS = new Uint8Array(128);
for (const [value, digit] of Array.from(BASE64_DIGITS).entries())
  ASS_DIGITS[digit.charCodeAt(0)] = value + 33;

/** A file in the form that ASS files hold: six bits in each character, 80 characters in each line. */
export function embeddedFile(bytes: Buffer): string {
  const digits = Buffer.from(bytes.toString('base64url'), 'latin1');
  for (const [index, digit] of digits.entries()) digits[index] = ASS_DIGITS[digit] ?? 0;
  return (digits.toString('latin1').match(/.{1,80}/g) ?? []).join('\n');
}
