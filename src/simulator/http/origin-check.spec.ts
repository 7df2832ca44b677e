import { isCrossSite } from './origin-check';

it.each([
  [{}, false],
  [{ host: '127.0.0.1:8188' }, false],
  [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1:8188' }, false],
  [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1:8189' }, true],
  [{ host: '127.0.0.1:8188', origin: 'http://evil.example' }, true],
  [{ host: '127.0.0.1:8188', origin: 'http://127.0.0.1' }, false],
  [{ host: 'LOCALHOST', origin: 'http://localhost:80' }, false],
  [{ host: '[::1]:8188', origin: 'http://[::1]:8188' }, false],
  [{ host: '[::1]:8188', origin: 'http://evil.example:8188' }, true],
  [{ host: 'studio.example', origin: 'http://evil.example' }, false],
  [{ host: '127.0.0.1:8188', origin: 'null' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'same-origin' }, false],
])('of %j is %s', (headers, foreign) => {
  expect(isCrossSite(headers)).toBe(foreign);
});
