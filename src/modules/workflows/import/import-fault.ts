import type { JsonPath } from '../json/json-path';

/** Why a text isn't a valid workflow, and where. */
export interface ImportFault {
  /** Is the fault in the workflow or in its manifest? */
  readonly part: 'workflow' | 'manifest';
  readonly path: JsonPath;
  readonly reason: string;
  /** Counts from 1; absent while unknown. */
  readonly line?: number;
}
