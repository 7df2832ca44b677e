import { builtinCatalogue } from '../../../../test/support/workflow-fixtures';
import { isSizedByInput, readRunClass, runClass, sizeClass } from './run-class';

const picture = { width: 2048, height: 1024, frames: 1 };

describe('sizeClass', () => {
  it.each<[string, object, Parameters<typeof sizeClass>]>([
    ['a megapixel', { size: 0, steps: 4 }, [{ width: 1024, height: 1024, steps: 20 }, []]],
    ['nearly one', { size: 0, steps: 4 }, [{ width: 832, height: 1216, steps: 12 }, []]],
    ['a quarter', { size: -2, steps: 0 }, [{ width: 512, height: 512, steps: 1 }, []]],
    ['very little', { size: -8, steps: null }, [{ width: 64, height: 64 }, []]],
    ['a batch', { size: 2, steps: null }, [{ width: 1024, height: 1024, batch_size: 4 }, []]],
    [
      'a clip of two experts',
      { size: 5, steps: 3 },
      [{ width: 640, height: 640, length: 81, steps_high: 4, steps_low: 4 }, []],
    ],
    [
      'a clip in seconds',
      { size: 6, steps: null },
      [{ width: 1024, height: 1024, seconds: 4, fps: 16 }, []],
    ],
    [
      'a clip in seconds of which nobody knows the pace',
      { size: 5, steps: null },
      [{ width: 1024, height: 512, seconds: 2.5 }, []],
    ],
    ['a target in megapixels', { size: 2, steps: null }, [{ megapixels: 4 }, [picture]]],
    ['what goes in', { size: 1, steps: 2 }, [{ steps: 4 }, [picture]]],
    ['all that goes in', { size: 2, steps: null }, [{}, [picture, picture]]],
    ['a video that goes in', { size: 4, steps: null }, [{}, [{ ...picture, frames: 8 }]]],
    [
      'its own size, whatever goes in',
      { size: 0, steps: null },
      [{ width: 1024, height: 1024 }, [picture]],
    ],
    ['nothing known', { size: null, steps: null }, [{ cfg: 7, prompt: 'a fox' }, []]],
    ['rubbish', { size: null, steps: null }, [{ width: 0, height: -1, steps: 'many' }, []]],
    ['one side', { size: null, steps: null }, [{ width: 1024 }, []]],
  ])('of %s', (_, expected, given) => {
    expect(sizeClass(...given)).toEqual(expected);
  });
});

it('is written as one word, and read again', () => {
  const graph = {};
  const word = (settings: object, inputs: Parameters<typeof runClass>[2] = []) =>
    runClass({ graph }, { ...settings }, inputs);
  for (const settings of [{ width: 64, height: 64, steps: 9 }, {}, { steps: 3 }])
    expect(readRunClass(word(settings))).toEqual({
      graph: word({}).slice(0, 12),
      ...sizeClass({ ...settings }, []),
    });
  for (const text of ['', 'x', '0.4', `${word({})}.1`, 'abcdefabcdef.--.4'])
    expect(readRunClass(text)).toBeNull();
});

it('is sized by what goes in where a workflow has no size of its own', async () => {
  const catalogue = await builtinCatalogue();
  const byInput = catalogue
    .list()
    .filter(isSizedByInput)
    .map(({ id }) => id)
    .sort();
  expect(byInput).toEqual([
    ...['flux1-kontext-edit', 'flux2-klein-4b-edit', 'qwen-image-edit-2511'],
    ...['upscale-image', 'upscale-video'],
  ]);
});
