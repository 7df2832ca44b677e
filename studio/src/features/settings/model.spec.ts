import { curlLine, rightsText } from './model';

const rights = {
  is_admin: false,
  allowed_workflows: [],
  allowed_characters: [],
  max_concurrent_jobs: null,
};

describe('rightsText', () => {
  it.each([
    [{}, 'Use every workflow, every character'],
    [{ is_admin: true, max_concurrent_jobs: 4 }, 'Everything, and manage keys, 4 jobs at a time'],
    [
      { allowed_workflows: ['a', 'b'], allowed_characters: ['c'], max_concurrent_jobs: 1 },
      'Use 2 workflows, 1 character, 1 job at a time',
    ],
  ])('says for %j: %s', (fields, expected) => {
    expect(rightsText({ ...rights, ...fields })).toBe(expected);
  });
});

it('writes a command that asks who the key is', () => {
  expect(curlLine('http://kinora.lan:8190', 'kin_a')).toBe(
    "curl http://kinora.lan:8190/api/session -H 'Authorization: Bearer kin_a'",
  );
});
