import { sharp } from '../drawing/sharp';
import { encodePng, textsOf, withTexts } from './png';

const PNG = encodePng(Buffer.from([255, 0, 0, 0, 255, 0]), 2, 1);

it('encodes pixels that sharp can read', async () => {
  const { data, info } = await sharp(PNG).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data]).toEqual([2, 1, 255, 0, 0, 0, 255, 0]);
});

it('writes text chunks into a PNG that stays readable', async () => {
  const png = withTexts(PNG, [
    ['prompt', '{"1": {}}'],
    ['workflow', '{}'],
  ]);
  expect([...textsOf(png)]).toEqual([
    ['prompt', '{"1": {}}'],
    ['workflow', '{}'],
  ]);
  expect((await sharp(png).metadata()).width).toBe(2);
});
