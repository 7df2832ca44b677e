import type { AgentFields } from '../modules/agents/public/key-administration';
import { UsageError } from './command-failure';

/** What a key may do, as options hold it. */
export interface ScopeOptions {
  readonly admin?: boolean;
  /** Comma-separated ids; the empty text allows all. */
  readonly characters?: string;
  readonly workflows?: string;
  /** A whole number; 0 for no limit. */
  readonly maxConcurrent?: string;
}

/** The options as fields of the HTTP bodies. @throws UsageError */
export function scopeFields(options: ScopeOptions): AgentFields {
  const { admin, characters, workflows, maxConcurrent } = options;
  return {
    ...(admin === undefined ? {} : { is_admin: admin }),
    ...(characters === undefined ? {} : { allowed_characters: idsOf('--characters', characters) }),
    ...(workflows === undefined ? {} : { allowed_workflows: idsOf('--workflows', workflows) }),
    ...(maxConcurrent === undefined ? {} : { max_concurrent_jobs: capOf(maxConcurrent) }),
  };
}

/**
 * The value of an option as typed. Refuses one that begins with `-`: when a value is missing, commander takes the next
 * option for it. @throws UsageError
 */
export function checkedValue(option: string, text: string): string {
  if (text.startsWith('-'))
    throw new UsageError(`${option}: Its value is missing; what follows it begins with -.`);
  return text;
}

/** Only the empty text allows all; blank text is refused as a probable mistake. */
function idsOf(option: string, text: string): readonly string[] {
  if (text === '') return [];
  if (text.trim() === '')
    throw new UsageError(`${option}: Send ids with commas between them, or '' for every one.`);
  return text.split(',').map((id) => id.trim());
}

function capOf(text: string): number | null {
  if (!/^\+?\d+$/.test(text))
    throw new UsageError('--max-concurrent: Send a whole number of at least 1, or 0 for no cap.');
  const cap = Number(text);
  return cap === 0 ? null : cap;
}
