import type { RetentionRule } from '../../../platform/config/app-config';
import { type DueRule, isDue, type RetainedAsset } from './retention-rules';

const BEFORE = '2026-01-01T00:00:00.000Z';
const RULE: RetentionRule = {
  older_than_days: 90,
  type: null,
  source: null,
  unrated: true,
  not_favourite: true,
};
const OLD: RetainedAsset = {
  path: 'a.png',
  owner_id: 'ann',
  created_at: '2025-12-31T23:59:59.999Z',
  type: 'image',
  source: 'generated',
  rating: 0,
  favourite: false,
  included_in_training_dataset: false,
  trashed_at: null,
};
const due = (rule: Partial<RetentionRule>): DueRule => ({
  rule: { ...RULE, ...rule },
  before: BEFORE,
});

describe('isDue', () => {
  const cases: [string, Partial<RetentionRule>, Partial<RetainedAsset>, boolean][] = [
    ['an old asset', {}, {}, true],
    ['one of the very instant', {}, { created_at: BEFORE }, false],
    ['one with a rating', {}, { rating: 1 }, false],
    ['one with a rating, where the rule takes them', { unrated: false }, { rating: 1 }, true],
    ['a favourite', {}, { favourite: true }, false],
    ['a favourite, where the rule takes them', { not_favourite: false }, { favourite: true }, true],
    ['one of the rule’s type', { type: 'image' }, {}, true],
    ['one of another type', { type: 'video' }, {}, false],
    ['one of the rule’s source', { source: 'generated' }, {}, true],
    ['one of another source', { source: 'uploaded' }, {}, false],
    ['one that is in a training dataset', {}, { included_in_training_dataset: true }, false],
    ['one that is in the trash already', {}, { trashed_at: BEFORE }, false],
  ];
  it.each(cases)('%s', (_, rule, asset, expected) => {
    expect(isDue([due(rule)], { ...OLD, ...asset })).toBe(expected);
  });

  it('needs one of several rules, and no rule takes nothing', () => {
    expect(isDue([due({ type: 'video' }), due({})], OLD)).toBe(true);
    expect(isDue([], OLD)).toBe(false);
  });
});
