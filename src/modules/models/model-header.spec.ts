import { NO_HEADER, readModelHeader } from './model-header';

describe('the header of a model file', () => {
  it('is read from ModelSpec fields first, then from those of kohya', () => {
    expect(
      readModelHeader({
        'modelspec.title': 'Mira',
        'modelspec.trigger_phrase': 'mira, red coat ,',
        'modelspec.architecture': 'stable-diffusion-xl-v1-base/lora',
        'modelspec.recommended_strength': '0.8',
        ss_output_name: 'mira_v2',
      }),
    ).toEqual({
      title: 'Mira',
      triggers: ['mira', 'red coat'],
      baseModel: 'stable-diffusion-xl-v1-base/lora',
      recommendedStrength: 0.8,
    });
    expect(readModelHeader({ ss_output_name: 'mira_v2', ss_base_model_version: 'sd_v1' })).toEqual({
      ...NO_HEADER,
      title: 'mira_v2',
      baseModel: 'sd_v1',
    });
  });

  it('is cleaned and cut, and empty for anything else', () => {
    const hostile = readModelHeader({
      'modelspec.title': `a\0b\n${'x'.repeat(5_000)}\ud800`,
      'modelspec.trigger_phrase': ['x'],
      recommended_strength: 'NaN',
    });
    expect(hostile.title).toHaveLength(200);
    expect(hostile.title?.startsWith('a b xxx')).toBe(true);
    expect(hostile).toMatchObject({ triggers: [], recommendedStrength: null });
    for (const value of [null, [], 'text', {}]) expect(readModelHeader(value)).toEqual(NO_HEADER);
  });
});
