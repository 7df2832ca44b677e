import { replacesSelection, type Selection } from './selection';

const [BEFORE, MADE, AFTER] = ['09:00', '10:00', '11:00'].map(
  (time) => `2026-01-01T${time}:00.000Z`,
);

describe('a completed take', () => {
  const take = { replaces: 'old.png', created_at: MADE! };
  const selected = (fields: Partial<NonNullable<Selection['take']>>): Selection => ({
    path: 'other.png',
    take: { verdict: null, chosen_at: null, ...fields },
  });

  it.each([
    ['nothing', true, { path: null, take: null }],
    ['another take that completed', true, selected({})],
    ['a rejected take', true, selected({ verdict: 'rejected' })],
    ['an approved take', false, selected({ verdict: 'approved' })],
    ['what a user selected before the take was made', true, selected({ chosen_at: BEFORE! })],
    ['what a user selected since', false, selected({ chosen_at: AFTER! })],
    ['media that a user had set before', true, { path: 'old.png', take: null }],
    ['media that a user has set since', false, { path: 'own.png', take: null }],
  ])('that meets %s as the selection replaces it: %s', (_, expected, selection) => {
    expect(replacesSelection(take, selection)).toBe(expected);
  });
});
