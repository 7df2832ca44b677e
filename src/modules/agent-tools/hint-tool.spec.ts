import { withHintTool } from './hint-tool';

describe('withHintTool', () => {
  it.each([
    ['GET /api/workflows?kind=image&runnable=true', 'get_workflows'],
    ['GET /api/jobs?prompt_ids=a,b&wait=60&until=any', 'get_jobs'],
    ['POST /api/jobs/a/cancel', 'cancel_jobs'],
    ['GET /api/media', 'search_media'],
    ['POST /api/media', 'file_address'],
    ['PATCH /api/characters/mira', 'save_character'],
    ['GET /api/projects/prj_1', 'get_projects'],
    ['GET /api/projects/prj_1/renders/rnd_1', 'get_jobs'],
    ['GET /api/lora-training/jobs/mira', 'get_training'],
    ['GET /api/lora-training/datasets', 'get_training'],
  ])('names the tool for %s', (hint, hint_tool) => {
    expect(withHintTool({ code: 'x', hint })).toEqual({ code: 'x', hint, hint_tool });
  });

  it.each(['GET /api/media/links', 'GET /api/lora-training/jobs/mira/samples', 'Ask an admin.'])(
    'names none for %s',
    (hint) => {
      expect(withHintTool({ hint })).toEqual({ hint });
    },
  );

  it('leaves an error without a hint as it is', () => {
    expect(withHintTool({ detail: [] })).toEqual({ detail: [] });
  });
});
