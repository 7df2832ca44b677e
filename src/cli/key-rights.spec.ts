import type { AgentRecord } from '../modules/agents/public/key-administration';
import { hasAdmin, describeRights } from './key-rights';

const KEY: AgentRecord = {
  id: 'lim',
  owner_name: 'lim',
  name: 'Lim',
  enabled: true,
  is_admin: false,
  allowed_characters: [],
  allowed_workflows: [],
  max_concurrent_jobs: null,
  created_at: '2026-01-31T12:00:00.000Z',
  last_used_at: null,
};

describe('describeRights', () => {
  it.each<[Partial<AgentRecord>, string]>([
    [{}, 'lim: every workflow, every character, no cap, not an admin'],
    [
      { allowed_workflows: ['a', 'b'], allowed_characters: ['mira'], max_concurrent_jobs: 2 },
      'lim: workflows a + b, character mira, 2 jobs at a time, not an admin',
    ],
    [
      { is_admin: true, enabled: false, max_concurrent_jobs: 1 },
      'lim: every workflow, every character, 1 job at a time, an admin, revoked',
    ],
  ])('%j', (rights, line) => {
    expect(describeRights({ ...KEY, ...rights })).toBe(line);
  });
});

describe('hasAdmin', () => {
  it('ignores revoked admins', () => {
    const admin = { ...KEY, is_admin: true };
    expect([hasAdmin([]), hasAdmin([KEY, { ...admin, enabled: false }])]).toEqual([false, false]);
    expect(hasAdmin([KEY, admin])).toBe(true);
  });
});
