import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { recordedBody } from '../support/recordings';
import { sendJson, sendNotFound, type Script, ScriptedNode } from '../support/scripted-node';
import { StreamReader } from '../support/stream-reader';
import { builtinCatalogue, stockedObjectInfo } from '../support/workflow-fixtures';

type Json = Record<string, unknown>;

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'node' };

/** Node messages that only admins may read. */
const REFUSAL = {
  error: {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation at /srv/comfyui/execution.py',
    details: '',
    extra_info: {},
  },
  node_errors: {
    4: {
      errors: [
        {
          type: 'value_not_in_list',
          message: 'Value not in list',
          details: "image: 'a.png' not in ['of-another-owner.png']",
          extra_info: {
            input_name: 'image',
            input_config: [['of-another-owner.png'], { image_upload: true }],
            received_value: 'a.png',
            traceback: ['File "/srv/comfyui/nodes.py", line 5'],
          },
        },
        {
          type: 'custom',
          message: 'C:\\ComfyUI\\x.pt at 10.1.2.3:8188',
          details: '',
          extra_info: {},
        },
      ],
      dependent_outputs: ['9'],
      class_type: 'LoadImage',
    },
  },
};

const PRIVATE = /\/srv|C:\\\\|10\.1\.2\.3|of-another-owner|traceback|input_config/;

describe('node messages for callers who are not admins', () => {
  let node: ScriptedNode;
  let kinora: TestKinora;
  let ada: TestCaller;

  beforeAll(async () => {
    const info = stockedObjectInfo((await builtinCatalogue()).list());
    const answers: Readonly<Record<string, unknown>> = {
      '/system_stats': recordedBody('system_stats'),
      '/prompt': recordedBody('prompt_get'),
      '/features': recordedBody('features'),
      '/object_info': info,
    };
    const script: Script = ({ method, path }, response) => {
      if (method === 'POST') sendJson(response, REFUSAL, 400);
      else if (path in answers) sendJson(response, answers[path]);
      else sendNotFound(response);
    };
    node = await ScriptedNode.start(script);
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    ada = await kinora.agent('ada');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  it('are redacted in the answer to generate, in the record and in lists; admins read all of them', async () => {
    const { body } = await ada.post<Json>('/api/image/generate', REQUEST);
    expect(body).toMatchObject({
      ok: false,
      node_errors: { 4: { class_type: 'LoadImage', errors: [{ details: "image: 'a.png'" }, {}] } },
    });
    const path = `/api/jobs/${String(body['prompt_id'])}`;
    const record = await ada.finished(String(body['prompt_id']));
    expect(record).toMatchObject({ status: 'failed', error: { code: 'node_refused' } });
    expect(Object.keys(record['node_errors'] as Json)).toEqual(['4']);
    const list = (await ada.get('/api/jobs')).body;
    expect(JSON.stringify([body, record, list])).not.toMatch(PRIVATE);
    const own = (await kinora.get(path)).body;
    expect(own['node_errors']).toEqual(REFUSAL.node_errors);
    expect(JSON.stringify(own['error'])).toContain('/srv/comfyui/execution.py');
  });

  it('are redacted in event streams', async () => {
    const reader = await StreamReader.open(`${kinora.url}/api/events`, ada.headers);
    await ada.post('/api/image/generate', { ...REQUEST, seed: 2 });
    await reader.until((events) =>
      events.some(({ event, data }) => event === 'job' && (data as Json)['status'] === 'failed'),
    );
    reader.close();
    const sent = JSON.stringify(reader.events);
    expect(sent).toContain('node_refused');
    expect(sent).not.toMatch(PRIVATE);
  });
});
