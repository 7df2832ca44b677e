/** A call to the toolkit that failed. The message may be shown to callers: it names no address and no secret. */
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

/** The toolkit answered with an error status. */
export class ToolkitRefused extends ToolkitFailure {
  /** True for a 5xx: the toolkit may send it after it did the work. */
  readonly mayHaveActed: boolean;

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.mayHaveActed = status >= 500;
  }
}
