import { plainMask } from '../drawing/picture';
import type { Picture } from '../drawing/picture';
import {
  blurred,
  cropped,
  inverted,
  mirrored,
  mixed,
  padded,
  sharpened,
  toned,
  turned,
} from '../drawing/picture-operations';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import { pictures } from './value';

/** Every picture of the batch changed alone. */
function each(input: string, change: (picture: Picture, inputs: NodeInputs) => Picture): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => ({
    outputs: [pictures(inputs.pictures(input).frames.map((picture) => change(picture, inputs)))],
  });
}

function cropBox(inputs: NodeInputs): { x: number; y: number; width: number; height: number } {
  return {
    x: inputs.number('x', 0),
    y: inputs.number('y', 0),
    width: inputs.number('width'),
    height: inputs.number('height'),
  };
}

function centre(picture: Picture, inputs: NodeInputs): Picture {
  const [width, height] = [inputs.number('width'), inputs.number('height')];
  const x = Math.max(0, Math.floor((picture.size.width - width) / 2));
  const y = Math.max(0, Math.floor((picture.size.height - height) / 2));
  return cropped(picture, { x, y, width, height });
}

/** Room around the picture, and a mask that is white there. */
function padForOutpaint({ inputs }: NodeCall): NodeResult {
  const room = {
    left: inputs.number('left'),
    top: inputs.number('top'),
    right: inputs.number('right'),
    bottom: inputs.number('bottom'),
  };
  const { frames } = inputs.pictures('image');
  const masks = frames.map(({ size }) => padded(plainMask(size, 0), room, [255, 255, 255]));
  return {
    outputs: [pictures(frames.map((picture) => padded(picture, room))), pictures(masks)],
  };
}

/** Classes that change pictures. */
export const IMAGE_CHANGE_RUNS: NodeRuns = {
  ImageInvert: each('image', inverted),
  ImageBlur: each('image', (picture, inputs) => blurred(picture, inputs.number('sigma'))),
  ImageSharpen: each('image', (picture, inputs) => sharpened(picture, inputs.number('sigma'))),
  AdjustBrightness: each('images', (picture, inputs) => toned(picture, inputs.number('factor'))),
  AdjustContrast: each('images', (picture, inputs) => {
    const factor = inputs.number('factor');
    return toned(picture, factor, 127.5 * (1 - factor));
  }),
  ImageBlend: each('image1', (picture, inputs) => {
    const [other] = inputs.pictures('image2').frames;
    return other === undefined ? picture : mixed(picture, other, inputs.number('blend_factor'));
  }),
  ImageCrop: each('image', (picture, inputs) => cropped(picture, cropBox(inputs))),
  CenterCropImages: each('images', centre),
  ImageFlip: each('image', (picture, inputs) =>
    mirrored(picture, inputs.text('flip_method').startsWith('x') ? 'x' : 'y'),
  ),
  ImageRotate: each('image', (picture, inputs) =>
    turned(picture, Math.round(parseInt(inputs.text('rotation'), 10) / 90) || 0),
  ),
  ImagePadForOutpaint: padForOutpaint,
};
