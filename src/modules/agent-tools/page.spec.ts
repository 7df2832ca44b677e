import { excerpt } from './page';

it.each(['', 'x'])('an excerpt ends with a whole character', (start) => {
  const record = excerpt({ prompt: start + '🦊'.repeat(500) }, 'prompt');
  expect(JSON.stringify(record)).not.toContain(String.raw`\ud83e`);
});
