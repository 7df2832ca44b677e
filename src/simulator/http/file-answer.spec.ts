import { byteRange } from './file-answer';

it.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-1', 'unsatisfiable'],
  ['bytes=-', 'unsatisfiable'],
  ['bytes=0-1,5-6', 'unsatisfiable'],
  ['lines=0-1', 'unsatisfiable'],
])('of 100 bytes, %s is %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});
