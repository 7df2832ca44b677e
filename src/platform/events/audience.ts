import type { Caller } from '../access/caller';
import { mayRead, mayUseCharacter, mayUseWorkflow } from '../access/scope';

/** Who may see a stored event, with their rights when they read it. */
export type StoredAudience =
  /** The owner and admins; `null` when nothing owns the subject, so that only admins see it. */
  | { readonly to: 'owner'; readonly ownerId: string | null }
  | { readonly to: 'everyone' }
  /** Those who may use this workflow. */
  | { readonly to: 'workflow'; readonly id: string }
  /** Those who may use this character. */
  | { readonly to: 'character'; readonly id: string };

/** Who may see an event. */
export type Audience =
  | StoredAudience
  | { readonly to: 'matching'; readonly admits: (caller: Caller) => boolean };

/** May this caller see an event for this audience? */
export function admits(audience: Audience, caller: Caller): boolean {
  switch (audience.to) {
    case 'owner':
      return mayRead(caller, audience.ownerId);
    case 'workflow':
      return mayUseWorkflow(caller, audience.id);
    case 'character':
      return mayUseCharacter(caller, audience.id);
    case 'matching':
      return audience.admits(caller);
    case 'everyone':
      return true;
  }
}
