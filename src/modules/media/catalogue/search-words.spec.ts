import { searchWords } from './search-words';

it.each([
  ['A red  fox, in the SNOW', ['a', 'red', 'fox', 'in', 'the', 'snow']],
  ['Zoë_Müller-01.final.png', ['zoe', 'muller', '01', 'final', 'png']],
  ['fox fox Fox', ['fox']],
  ['лиса 狐', ['лиса', '狐']],
  ["'; DROP TABLE media; --", ['drop', 'table', 'media']],
  ['"*" & | ! ( ) : <->', []],
  ['', []],
  ['x'.repeat(70), ['x'.repeat(60)]],
])('%j → %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});
