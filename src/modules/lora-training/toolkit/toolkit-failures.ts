/** A call to the toolkit that didn't succeed. The message is for people and names no address and no secret. */
export abstract class ToolkitFailure extends Error {
  /** Whether the toolkit may have done what it was asked. */
  abstract readonly mayHaveActed: boolean;
}

/** No answer, or half of one: the toolkit is off, starting, or busy. */
export class ToolkitUnreachable extends ToolkitFailure {
  constructor(
    message: string,
    readonly mayHaveActed: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The toolkit answered, and not with success. */
export class ToolkitRefused extends ToolkitFailure {
  /** Its own error pages come after the work, too, so that a 5xx says nothing about what it did. */
  readonly mayHaveActed: boolean;

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.mayHaveActed = status >= 500;
  }
}
