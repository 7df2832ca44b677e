/**
 * Type of a handler's `@Body()` that tells by its content which request class it is of, or what to say of its faults.
 * The pipe lets it through as it was parsed, and whoever takes it hands it to the pipe with its class: so every fault is told at once, as for any other
 * body of that class.
 */
export abstract class UncheckedBody {
  readonly [field: string]: unknown;
}
