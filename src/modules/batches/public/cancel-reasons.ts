/** Why several jobs of one request were cancelled together, and what each reason means. */
export const CANCEL_REASONS = {
  cancelled: 'A caller cancelled it.',
  key_revoked: 'Its key was revoked or deleted.',
} as const;

export type CancelReason = keyof typeof CANCEL_REASONS;
