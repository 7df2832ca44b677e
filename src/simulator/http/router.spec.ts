import { emptyAnswer } from './answer';
import { Router, type Route } from './router';

function route(method: string, pattern: string): Route {
  return { method, pattern, handle: () => emptyAnswer(200) };
}

const ROUTER = new Router([
  route('GET', '/history'),
  route('POST', '/history'),
  route('GET', '/history/{prompt_id}'),
  route('GET', '/api/jobs/{job_id}'),
]);

it.each([
  ['GET', '/history', '/history', {}],
  ['HEAD', '/history', '/history', {}],
  ['POST', '/api/history', '/history', {}],
  ['GET', '/history/a%20b', '/history/{prompt_id}', { prompt_id: 'a b' }],
  ['GET', '/history/%E0%A4%A', '/history/{prompt_id}', { prompt_id: '%E0%A4%A' }],
  ['GET', '/api/jobs/x', '/api/jobs/{job_id}', { job_id: 'x' }],
  ['GET', '/api/api/jobs/x', '/api/jobs/{job_id}', { job_id: 'x' }],
])('finds the route of %s %s', (method, path, pattern, params) => {
  const match = ROUTER.find(method, path);
  expect(match).toMatchObject({ route: { pattern }, params });
});

it.each([
  ['DELETE', '/history', ['GET', 'POST']],
  ['GET', '/history/', []],
  ['GET', '/histor', []],
  ['GET', '/history/a/b', []],
])('finds no route of %s %s, and lists the allowed methods %j', (method, path, allowed) => {
  expect(ROUTER.find(method, path)).toEqual({ allowed });
});
