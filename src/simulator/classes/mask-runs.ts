import { plainMask, type Picture } from '../drawing/picture';
import {
  blurred,
  channelMask,
  colourMask,
  cropped,
  greyPicture,
  inverted,
  laidOver,
  thresholded,
  withAlpha,
} from '../drawing/picture-operations';
import { PythonError } from '../wire/python-error';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import { pictures } from './value';

function each(change: (mask: Picture, inputs: NodeInputs) => Picture): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => ({
    outputs: [pictures(inputs.pictures('mask').frames.map((mask) => change(mask, inputs)))],
  });
}

function channelOf(inputs: NodeInputs): 'red' | 'green' | 'blue' | 'alpha' {
  const name = inputs.text('channel', 'red');
  return name === 'green' || name === 'blue' || name === 'alpha' ? name : 'red';
}

function maskOf(picture: Picture, channel: ReturnType<typeof channelOf>): Picture {
  if (channel === 'alpha' && picture.channels < 4) {
    const problem = `index 3 is out of bounds for dimension 3 with size ${picture.channels}`;
    throw new PythonError('IndexError', problem);
  }
  return channelMask(picture, channel);
}

function solid({ inputs }: NodeCall): NodeResult {
  const size = { width: inputs.number('width'), height: inputs.number('height') };
  return { outputs: [pictures([plainMask(size, Math.floor(inputs.number('value') * 255))])] };
}

/** Larger or smaller by some pixels: the brightest, or darkest, of the neighbours. */
function grown(mask: Picture, inputs: NodeInputs): Picture {
  const pixels = inputs.number('expand');
  if (pixels === 0) return mask;
  return mask.through(mask.size, (image) =>
    pixels > 0 ? image.dilate(pixels) : image.erode(-pixels),
  );
}

function feathered(mask: Picture, inputs: NodeInputs): Picture {
  const sides = ['left', 'top', 'right', 'bottom'].map((side) => inputs.number(side));
  return blurred(mask, Math.max(...sides) / 3);
}

function composite({ inputs }: NodeCall): NodeResult {
  const [source] = inputs.pictures('source').frames;
  const place = { x: inputs.number('x'), y: inputs.number('y') };
  const frames = inputs
    .pictures('destination')
    .frames.map((below) => (source === undefined ? below : laidOver(below, source, place)));
  return { outputs: [pictures(frames)] };
}

function joinAlpha({ inputs }: NodeCall): NodeResult {
  const [mask] = inputs.pictures('alpha').frames;
  const { frames } = inputs.pictures('image');
  // A mask is white where it hides.
  const joined = frames.map((picture) =>
    mask === undefined ? picture : withAlpha(picture, inverted(mask)),
  );
  return { outputs: [pictures(joined)] };
}

function splitAlpha({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('image');
  const colours = frames.map((picture) => picture.through(picture.size, (image) => image, 3));
  const masks = frames.map((picture) => inverted(channelMask(picture, 'alpha')));
  return { outputs: [pictures(colours), pictures(masks)] };
}

/** Classes that make masks, change them, and turn them into pictures. */
export const MASK_RUNS: NodeRuns = {
  SolidMask: solid,
  InvertMask: each(inverted),
  GrowMask: each(grown),
  FeatherMask: each(feathered),
  ThresholdMask: each((mask, inputs) => thresholded(mask, inputs.number('value'))),
  CropMask: each((mask, inputs) =>
    cropped(mask, {
      x: inputs.number('x'),
      y: inputs.number('y'),
      width: inputs.number('width'),
      height: inputs.number('height'),
    }),
  ),
  MaskComposite: composite,
  MaskToImage: each(greyPicture),
  ImageToMask: ({ inputs }) => ({
    outputs: [
      pictures(inputs.pictures('image').frames.map((one) => maskOf(one, channelOf(inputs)))),
    ],
  }),
  ImageColorToMask: ({ inputs }) => {
    const colour = inputs.number('color');
    const rgb = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255] as const;
    return {
      outputs: [pictures(inputs.pictures('image').frames.map((one) => colourMask(one, rgb)))],
    };
  },
  JoinImageWithAlpha: joinAlpha,
  SplitImageWithAlpha: splitAlpha,
};
