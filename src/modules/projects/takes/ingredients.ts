import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/http/canonical-json';
import { NARRATOR } from '../records/shot.entity';

/** The parts in which a take may differ from what its shot would make now. */
export const STALE_PARTS = [
  'prompt',
  'cast',
  'character',
  'aspect_ratio',
  'duration',
  'source_image',
  'end_image',
  'speech',
  'lines',
  'voice',
] as const;
export type StalePart = (typeof STALE_PARTS)[number];

/** What a take was made from, stored to find out whether it is stale. Only what its shot gave: sent fields never get stale. */
export interface Ingredients {
  readonly prompt?: string;
  /** Ids. */
  readonly cast?: readonly string[];
  /** Fingerprints by character id; null for a character that doesn't exist. */
  readonly characters?: Readonly<Record<string, string | null>>;
  readonly aspect_ratio?: string;
  /** Seconds. */
  readonly duration?: number;
  /** Media paths of the picture or clip that the take starts from, of its last frame and of its sound. */
  readonly source_image?: string | null;
  readonly end_image?: string | null;
  readonly speech?: string | null;
  /** Fingerprint of the spoken lines. */
  readonly lines?: string;
  /** Fingerprints of the voices by speaker; null for a speaker without a voice. */
  readonly voices?: Readonly<Record<string, string | null>>;
}

/** A difference between a take and what its shot would make now. */
export interface StaleReason {
  readonly what: StalePart;
  /** Id of the character that has changed, or whose voice has. */
  readonly character?: string;
  readonly why: string;
}

/** A hash to compare values by. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}

/** Why a take isn't what its shot would make now; empty when it is. */
export function staleReasons(taken: Ingredients, present: Ingredients): readonly StaleReason[] {
  const changed = CHANGES.filter(({ what }) => differs(taken, present, what));
  return [
    ...changed,
    ...changedOf('character', taken.characters, present.characters),
    ...changedOf('voice', taken.voices, present.voices),
  ];
}

const CHANGES = [
  { what: 'prompt', why: 'The prompt that the shot and its scene give has changed.' },
  { what: 'cast', why: 'The shot shows other characters now.' },
  { what: 'aspect_ratio', why: 'The project has another aspect ratio now.' },
  { what: 'duration', why: 'The shot has another length now.' },
  { what: 'source_image', why: 'The take starts from a picture or clip that was replaced.' },
  { what: 'end_image', why: 'The take ends at a picture that was replaced.' },
  { what: 'speech', why: 'The speech that the take was made with was replaced.' },
  { what: 'lines', why: 'The lines of the shot have changed.' },
] as const;

/** Whether a part of the ingredients has changed. Parts that the take did not get from its shot don't count. */
function differs(
  taken: Ingredients,
  present: Ingredients,
  what: (typeof CHANGES)[number]['what'],
): boolean {
  const before = taken[what];
  return before !== undefined && canonicalJson(before) !== canonicalJson(present[what]);
}

const WORDS = { character: 'The character', voice: 'The voice of' } as const;

/** Changes of ids that the shot still has. Added and removed ids are reported as a change of the cast or the lines. */
function changedOf(
  what: 'character' | 'voice',
  taken: Readonly<Record<string, string | null>> = {},
  present: Readonly<Record<string, string | null>> = {},
): readonly StaleReason[] {
  return Object.entries(taken).flatMap(([id, before]) => {
    const now = Object.hasOwn(present, id) ? present[id] : before;
    if (now === before) return [];
    const change = now === null ? 'no longer exists' : 'has changed';
    const isNarrator = what === 'voice' && id === NARRATOR;
    const subject = `${WORDS[what]} ${isNarrator ? 'the narrator' : `'${id}'`}`;
    return [{ what, ...(!isNarrator && { character: id }), why: `${subject} ${change}.` }];
  });
}
