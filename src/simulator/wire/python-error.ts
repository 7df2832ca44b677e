/**
 * An exception as the real node would raise it; `type` is the full Python name (`ValueError`,
 * `PIL.UnidentifiedImageError`). Validation and execution put both into their answers.
 */
export class PythonError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}
