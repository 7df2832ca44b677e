import type { AgentFields } from '../modules/agents/public/key-administration';
import { UsageFault } from './failure';

/** What a key may do, as options hold it (spec §5.9). */
export interface ScopeOptions {
  readonly admin?: boolean;
  /** Ids with commas between them; the empty text for an empty list, which allows every one. */
  readonly characters?: string;
  readonly workflows?: string;
  /** A whole number; 0 clears the cap. */
  readonly maxConcurrent?: string;
}

/** The options that were given, as fields of the HTTP bodies. Pure. @throws UsageFault */
export function scopeFields(options: ScopeOptions): AgentFields {
  const { admin, characters, workflows, maxConcurrent } = options;
  return {
    ...(admin === undefined ? {} : { is_admin: admin }),
    ...(characters === undefined ? {} : { allowed_characters: idsOf(characters) }),
    ...(workflows === undefined ? {} : { allowed_workflows: idsOf(workflows) }),
    ...(maxConcurrent === undefined ? {} : { max_concurrent_jobs: capOf(maxConcurrent) }),
  };
}

const idsOf = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(',').map((id) => id.trim());

function capOf(text: string): number | null {
  if (!/^[+-]?\d+$/.test(text))
    throw new UsageFault('--max-concurrent: Send a whole number; 0 clears the cap.');
  const cap = Number(text);
  return cap === 0 ? null : cap;
}
