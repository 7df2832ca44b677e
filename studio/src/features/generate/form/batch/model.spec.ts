import { emptyForm } from '../../model';
import { plannedBatch, refusalText } from './model';

describe('why a batch is refused', () => {
  const detail = 'Send a whole number, without quotes.';

  it.each([
    ['names the value', ['body', 'axes', 0, 'values', 1], `“x”: ${detail}`],
    ['is as it was answered for another field', ['body', 'base', 'width'], detail],
  ])('%s', (_title, loc, text) => {
    expect(refusalText('8, x, 16', { loc, detail })).toBe(text);
  });
});

it('asks for no plan when the words of the prompt change', () => {
  const axis = { param: 'steps', text: '8, 16' };
  const workflow = { params: {} };
  const [first, second] = ['a fox', 'a fox in the rain'].map((prompt) =>
    plannedBatch({ ...emptyForm('sd15-t2i', 'image'), prompt, axis }, workflow),
  );
  expect(first).toEqual(second);
  expect(first).toMatchObject({ base: { workflow: 'sd15-t2i' }, axes: [{ param: 'steps' }] });
});
