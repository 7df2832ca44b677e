import { type Caller, UNRESTRICTED } from '../access/caller';
import { admits, type Audience } from './audience';
import { eventFor } from './outbox';

const agent = (change: Partial<Caller> = {}): Caller => ({
  ...UNRESTRICTED,
  ownerId: 'o1',
  isAdmin: false,
  ...change,
});
const ofOwner = (ownerId: string | null): Audience => ({ to: 'owner', ownerId });

describe('admits', () => {
  it.each<[string, Caller, Audience, boolean]>([
    ['its owner', agent(), ofOwner('o1'), true],
    ['not another caller', agent(), ofOwner('o2'), false],
    ['an admin', UNRESTRICTED, ofOwner('o1'), true],
    ['no agent to an event without an owner', agent(), ofOwner(null), false],
    ['everyone', agent(), { to: 'everyone' }, true],
    ['who may use all workflows', agent(), { to: 'workflow', id: 'w' }, true],
    [
      'who may use the workflow',
      agent({ allowedWorkflows: ['w'] }),
      { to: 'workflow', id: 'w' },
      true,
    ],
    ['not who may not', agent({ allowedWorkflows: ['other'] }), { to: 'workflow', id: 'w' }, false],
    [
      'who may use the character',
      agent({ allowedCharacters: ['c'] }),
      { to: 'character', id: 'c' },
      true,
    ],
    [
      'not who may not use it',
      agent({ allowedCharacters: ['other'] }),
      { to: 'character', id: 'c' },
      false,
    ],
    ['those that match', agent(), { to: 'matching', admits: (c) => c.ownerId === 'o1' }, true],
    ['not others', agent(), { to: 'matching', admits: (c) => c.ownerId === 'o2' }, false],
  ])('%s', (_, caller, audience, expected) => {
    expect(admits(audience, caller)).toBe(expected);
  });
});

describe('eventFor', () => {
  const event = {
    audience: { to: 'owner', ownerId: 'o1' },
    data: { n: 1, path: 'hidden' },
    adminData: { path: '/srv', owner: 'Ann' },
  } as const;

  it('shows the fields for admins to admins only, and nothing to others than its audience', () => {
    expect(eventFor(agent(), event)).toEqual({ n: 1, path: 'hidden' });
    expect(eventFor(UNRESTRICTED, event)).toEqual({ n: 1, path: '/srv', owner: 'Ann' });
    expect(eventFor(agent({ ownerId: 'o2' }), event)).toBeNull();
  });
});
