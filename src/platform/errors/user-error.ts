/**
 * A mistake that the user of a command can correct: printed as one sentence, without a stack. The scripts, which don't
 * import this class, recognise it by its name.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
