import { reachableUrl } from './reachable-url';

it.each([
  ['::', 'http://127.0.0.1:8190'],
  ['0.0.0.0', 'http://127.0.0.1:8190'],
  ['127.0.0.2', 'http://127.0.0.2:8190'],
  ['::1', 'http://[::1]:8190'],
  ['studio.lan', 'http://studio.lan:8190'],
])('%s is reached at %s', (host, url) => {
  expect(reachableUrl(host, 8190)).toBe(url);
});
