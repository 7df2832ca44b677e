import { endFrameParam, startFrameParam } from './frame-params';
import type { ParamType, WorkflowParam } from './workflow';

const workflow = (params: Readonly<Record<string, string>>) => ({
  params: Object.fromEntries(
    Object.entries(params).map(([name, written]): [string, WorkflowParam] => {
      const [type, role] = written.split('@');
      const param = { type: type as ParamType, required: false, description: '', binds: [] };
      return [name, role === undefined ? param : { ...param, role }];
    }),
  ),
});

it.each([
  ['none in a workflow from text', { prompt: 'text' }, null, null],
  ['the only picture as the first frame', { image: 'image' }, 'image', null],
  ['names of frames', { end_image: 'image', start_image: 'image' }, 'start_image', 'end_image'],
  ['image before other pictures', { reference: 'image', image: 'image' }, 'image', null],
  ['the role of a manifest', { image: 'image', image_2: 'image@end' }, 'image', 'image_2'],
  ['no mask', { mask: 'mask', last_frame: 'image' }, null, 'last_frame'],
])('finds %s', (_, params, start, end) => {
  expect([startFrameParam(workflow(params)), endFrameParam(workflow(params))]).toEqual([
    start,
    end,
  ]);
});
