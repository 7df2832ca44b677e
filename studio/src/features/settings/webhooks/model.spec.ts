import { errorText, eventsText, nameOf, stateText, typeText } from './model';

const WEBHOOK = {
  id: 'whk_1',
  url: 'https://example.com/kinora',
  events: ['output', 'job'] as ('output' | 'job')[],
  enabled: true,
  disabled_reason: null,
  all_owners: false,
  description: '',
  previous_secret_until: null,
  created_at: '2026-11-24T16:00:00.000Z',
};

it('names a webhook by its description, else by its address', () => {
  expect(nameOf(WEBHOOK)).toBe('example.com/kinora');
  expect(nameOf({ ...WEBHOOK, description: 'The chat' })).toBe('The chat');
});

describe('stateText', () => {
  it.each([
    [{ enabled: true }, /^On$/],
    [{ enabled: false }, /^Off/],
    [{ enabled: false, disabled_reason: 'gone' as const }, /^Turned off by Kinora.*410/],
    [{ enabled: false, disabled_reason: 'retries_exhausted' as const }, /24 hours.*turn the/],
  ])('says for %j what matches %s', (fields, expected) => {
    expect(stateText({ ...WEBHOOK, ...fields })).toMatch(expected);
  });
});

it('lists events in the order of the form', () => {
  expect(eventsText(WEBHOOK)).toBe('State of jobs, Results of jobs');
});

it('says what a delivery was about, also of a kind that it does not know', () => {
  const texts = ['render', 'test', 'resync', 'new_kind'].map((type) => typeText({ type }));
  expect(texts).toEqual(['Films', 'Test message', 'Reload everything', 'new_kind']);
});

it('says why an attempt failed, with the status of the answer', () => {
  expect(errorText({ error: null, http_status: 204 })).toBe('');
  expect(errorText({ error: 'http_error', http_status: 503 })).toMatch(/503/);
});
