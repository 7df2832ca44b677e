const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Maps the code of a base64 digit to that of the ASS digit with the same value; ASS digits begin at `!`. */
const ASS_DIGITS = new Uint8Array(128);
for (const [value, digit] of Array.from(BASE64_DIGITS).entries())
  ASS_DIGITS[digit.charCodeAt(0)] = value + 33;

/** Encodes a file as ASS files embed it: six bits in each character, 80 characters in each line. */
export function embeddedFile(bytes: Buffer): string {
  const digits = Buffer.from(bytes.toString('base64url'), 'latin1');
  for (const [index, digit] of digits.entries()) digits[index] = ASS_DIGITS[digit] ?? 0;
  return (digits.toString('latin1').match(/.{1,80}/g) ?? []).join('\n');
}
