import type { LoraChoice } from '../../workflows/public/workflow';

/** A reference picture of a bound character, and the param that takes it. */
export interface ReferenceUse {
  readonly character: string;
  /** Media path; null where none of the character's pictures was tried or readable. */
  readonly name: string | null;
  readonly slot: string | null;
  readonly used: boolean;
  readonly why_not: string | null;
}

/** Something of a bound character that the job doesn't get. */
export interface NotApplied {
  readonly character: string;
  readonly field: 'trigger' | 'base_prompt' | 'loras' | 'defaults';
  /** The LoRA file, or the name of the default; null for the other fields. */
  readonly name: string | null;
  readonly why_not: string;
}

/** What a job gets of the characters that its request binds. */
export interface CharacterUse {
  readonly loras: readonly LoraChoice[];
  readonly references: readonly ReferenceUse[];
  readonly not_applied: readonly NotApplied[];
}
