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

  it('has the trigger word of a run of ai-toolkit, which is the only tag of its pictures', () => {
    const ofTags = (frequency: unknown): readonly string[] =>
      readModelHeader({ ss_tag_frequency: frequency }).triggers;
    expect(ofTags('{"1_mara_tok": {"mara_tok": 1}}')).toEqual(['mara_tok']);
    expect(ofTags('{"10_mara": {"coat": 7, "mara": 10}}')).toEqual([]);
    expect(ofTags('{"1_mara": {"mara": 1}, "1_owl": {"owl": 1}}')).toEqual([]);
    for (const broken of ['', '[', '[1]', '{"a": 1}', '{"a": {"b": [1]}}', 7, { a: { b: 1 } }])
      expect(ofTags(broken)).toEqual([]);
    expect(
      readModelHeader({ trigger_word: 'owl', ss_tag_frequency: '{"1_a": {"a": 1}}' }).triggers,
    ).toEqual(['owl']);
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
