import { TOOLS } from './tools/tools';
import { ToolRequests } from './tool-requests';

const requests = new ToolRequests(TOOLS);
const NO_TOOL = 'no tool: it takes the HTTP API';

describe('ToolRequests', () => {
  it.each([
    ['GET /api/workflows?kind=image&runnable=true', 'GET /api/workflows', 'get_workflows'],
    ['GET /api/jobs?prompt_ids=a,b&wait=60', 'GET /api/jobs', 'get_jobs'],
    ['POST /api/jobs/a/cancel', 'POST /api/jobs/a/cancel', 'cancel_jobs'],
    ['POST /api/batches', 'POST /api/batches', 'make_batch'],
    ['GET /api/media', 'GET /api/media', 'search_media'],
    ['POST /api/media', 'POST /api/media', 'file_address'],
    ['PATCH /api/characters/mira', 'PATCH /api/characters/mira', 'save_character'],
    ['GET /api/voices', 'GET /api/voices', 'get_characters'],
    ['GET /api/projects/prj_1', 'GET /api/projects/prj_1', 'get_projects'],
    ['GET /api/projects/prj_1/renders/rnd_1', 'GET /api/projects/prj_1/renders/rnd_1', 'get_jobs'],
    ['GET /api/lora-training/jobs/mira', 'GET /api/lora-training/jobs/mira', 'get_training'],
    [
      'POST /api/lora-training/datasets/mira/items',
      'POST /api/lora-training/datasets/mira/items',
      'save_dataset',
    ],
    ['GET /api/media/links', 'GET /api/media/links', NO_TOOL],
    ['GET /api/jobs/a/preview', 'GET /api/jobs/a/preview', NO_TOOL],
  ])('names the tool for %s', (hint, request, tool) => {
    expect(requests.withTools({ code: 'x', hint })).toEqual({
      code: 'x',
      hint,
      tools: { [request]: tool },
    });
  });

  it('finds requests in every text that advises, and in no other', () => {
    const answer = {
      detail: [
        { loc: ['body', 'count'], msg: 'For several, send POST /api/batches with this body.' },
        {
          loc: ['body', 'preset'],
          msg: 'Read it with GET /api/presets/{id}, and send its values.',
        },
      ],
      findings: [{ message: 'A picture is in the trash: `POST /api/media/restore`.' }],
      prompt: 'a terminal that shows GET /api/workflows',
    };
    expect(requests.withTools(answer)).toEqual({
      ...answer,
      tools: {
        'POST /api/batches': 'make_batch',
        'GET /api/presets/{id}': NO_TOOL,
        'POST /api/media/restore': NO_TOOL,
      },
    });
  });

  it.each([{ detail: 'There is none.' }, { detail: [] }, { hint: 'Ask an admin.' }, {}])(
    'adds nothing to %j',
    (answer) => {
      expect(requests.withTools(answer)).toBe(answer);
    },
  );
});
