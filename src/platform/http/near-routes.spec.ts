import { routesNear } from './near-routes';

const ROUTES = [
  ...['/api/agents', '/api/agents/{id}', '/api/errors', '/api/events', '/api/guide', '/api/audit'],
  ...['/api/jobs', '/api/jobs/{prompt_id}', '/api/jobs/{prompt_id}/cancel', '/api/jobs/cancel'],
  ...['/api/image/generate', '/api/video/generate', '/api/presets', '/api/providers'],
  ...['/api/media', '/api/media/tags', '/api/media/{path}', '/api/media/{path}/link'],
  ...['/api/projects/{project_id}', '/api/projects/{project_id}/scenes/{scene_id}/shots'],
  '/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/image',
  ...['/api/voices', '/api/voices/speak', '/api/characters/{id}', '/api/agent/chat'],
  '/api/lora-training/datasets/{id}/report',
];

describe('routesNear', () => {
  it.each([
    ['/api/error', ['/api/errors']],
    ['/api/voice', ['/api/voices', '/api/voices/speak']],
    ['/api/charcters/mara', ['/api/characters/{id}']],
    ['/api/agents', ['/api/agents', '/api/agents/{id}', '/api/agent/chat']],
    [
      '/api/shot',
      [
        '/api/projects/{project_id}/scenes/{scene_id}/shots',
        '/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/image',
      ],
    ],
    [
      '/api/image',
      ['/api/image/generate', '/api/projects/{project_id}/scenes/{scene_id}/shots/{shot_id}/image'],
    ],
    ['/api/job/abc/cancel', ['/api/jobs/{prompt_id}/cancel']],
    ['/api/v1/videos/generate', ['/api/video/generate']],
    // Only some of their letters are those of image and report.
    ['/api/usage', []],
    ['/api/import', []],
    ['/api/tts', []],
    ['/api/nothing/of/the/kind', []],
    ['/', []],
  ])('%s', (path, near) => {
    expect(routesNear(path, ROUTES)).toEqual(near);
  });

  it('takes no longer for a very long path', () => {
    expect(routesNear(`/api/voice${'/x'.repeat(1_000_000)}`, ROUTES)).toEqual([]);
  });
});
