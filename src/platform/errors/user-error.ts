/**
 * Something that the person who types a command can mend: shown as the sentence it is, without a stack. Commands that
 * aren't compiled with us know it by its name.
 */
export class UserError extends Error {
  override readonly name = 'Advice';
}
