import type { ObjectInfo } from '../../providers/public/comfy-types';
import { specOf } from './input-specs';

const sized = { width: ['INT', { min: 16 }] };
const info = {
  Resize: {
    input: {
      required: {
        how: [
          'COMFY_DYNAMICCOMBO_V3',
          {
            options: [
              { key: 'both', inputs: { required: { ...sized, height: ['INT', { min: 16 }] } } },
              { key: 'width', inputs: { optional: { ...sized, height: ['FLOAT', {}] } } },
              {
                key: 'deep',
                inputs: {
                  required: {
                    codec: [
                      'COMFY_DYNAMICCOMBO_V3',
                      {
                        options: [
                          { key: 'x', inputs: { required: { crf: ['INT', { max: 51 }] } } },
                        ],
                      },
                    ],
                  },
                },
              },
              'rubbish',
            ],
          },
        ],
      },
    },
    output: [],
    name: 'Resize',
  },
} as unknown as ObjectInfo;

describe('specOf', () => {
  it.each([
    ['a part that every option describes alike', 'how.width', ['INT', { min: 16 }]],
    ['a part of a part', 'how.codec.crf', ['INT', { max: 51 }]],
    ['a part that options describe in two ways', 'how.height', undefined],
    ['a part that no option has', 'how.depth', undefined],
    ['a part of what is not a choice', 'how.width.x', undefined],
    ['a name of the language itself', 'constructor', undefined],
  ])('%s', (_, input, spec) => {
    expect(specOf(info, 'Resize', input)).toEqual(spec);
  });
});
