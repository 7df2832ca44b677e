import type { JsonPath } from '../json/json-path';

/** Something that keeps a text from being a workflow: where in it, and why. */
export interface ImportFault {
  /** In the workflow itself, or in its manifest. */
  readonly part: 'workflow' | 'manifest';
  readonly path: JsonPath;
  readonly reason: string;
  /** Where it is known already. Counts from 1. */
  readonly line?: number;
}
