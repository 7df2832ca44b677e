import { bucketsOf, bucketStep } from './picture-buckets';

/** Width and height of the picture, resolution, step; then the bucket, as the toolkit computes it. */
const BUCKETS: readonly (readonly [number, number, number, number, string])[] = [
  [1024, 1024, 768, 16, '768x768'],
  [1024, 1024, 1024, 16, '1024x1024'],
  [1920, 1080, 768, 16, '1024x576'],
  [1920, 1080, 896, 16, '1184x672'],
  [1920, 1080, 1024, 16, '1360x768'],
  [1920, 1080, 1024, 32, '1344x768'],
  [1080, 1920, 1024, 16, '768x1360'],
  [4000, 3000, 768, 16, '896x656'],
  [4000, 3000, 768, 32, '864x672'],
  [3000, 2000, 1024, 32, '1248x832'],
  // Never scaled up.
  [512, 512, 1024, 16, '512x512'],
  [24, 16, 768, 16, '16x16'],
  // At least one step in each direction.
  [24, 16, 768, 32, '32x32'],
  [10, 300, 768, 32, '32x288'],
];

describe('the buckets of a picture', () => {
  it.each(BUCKETS)('for %d × %d pixels at resolution %d, in steps of %d, are %s', (...row) => {
    const [width, height, resolution, step, expected] = row;
    const [bucket] = bucketsOf({ width, height }, [resolution], step);
    expect(`${bucket?.width}x${bucket?.height}`).toBe(expected);
  });

  it('crop the picture around its centre', () => {
    expect(bucketsOf({ width: 1920, height: 1080 }, [1024, 768], 16)).toEqual([
      {
        resolution: 1024,
        width: 1360,
        height: 768,
        crop: { left: 4, top: 0, width: 1913, height: 1080 },
      },
      {
        resolution: 768,
        width: 1024,
        height: 576,
        crop: { left: 0, top: 0, width: 1920, height: 1080 },
      },
    ]);
    expect(bucketsOf({ width: 700, height: 1001 }, [512], 32)[0]?.crop).toEqual({
      left: 8,
      top: 0,
      width: 685,
      height: 1001,
    });
  });

  it.each([
    ['flux', 32],
    ['flux2', 16],
    ['flux2_klein_4b', 16],
    ['zimage:turbo', 16],
    ['qwen_image', 32],
    ['qwen_image:2512', 32],
    ['qwen_image_edit_plus', 32],
    ['sdxl', 16],
    ['wan22_14b:t2v', 16],
    ['wan22_5b', 32],
    ['chroma', 32],
  ])('of the architecture %s have sides that are multiples of %d', (arch, step) => {
    expect(bucketStep(arch)).toBe(step);
  });
});
