import type { Picture } from '../drawing/picture';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import type { Conditioning } from './value';

function conditioning(
  texts: readonly string[],
  traits: readonly string[],
  reference?: Picture,
): Conditioning {
  const said = [...new Set(texts)].filter((text) => text.trim() !== '');
  return { kind: 'conditioning', texts: said, traits, ...(reference && { reference }) };
}

/** Texts through a text encoder; the encoder's traits (its LoRAs) colour the result. */
function encode(...names: readonly [string, ...string[]]): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => {
    const clip = inputs.loaded('clip', 'tokenize');
    const texts = names.filter((name) => inputs.has(name)).map((name) => inputs.text(name));
    return { outputs: [conditioning(texts, clip.traits, inputs.all('pictures')[0]?.frames[0])] };
  };
}

/** Everything that comes in, one after another. */
function merged({ inputs }: NodeCall): NodeResult {
  const all = inputs.all('conditioning');
  const texts = all.flatMap((one) => one.texts);
  const reference = all.find((one) => one.reference !== undefined)?.reference;
  return {
    outputs: [
      conditioning(
        texts,
        all.flatMap((one) => one.traits),
        reference,
      ),
    ],
  };
}

/** A picture to go by: edit models change it instead of drawing something new. */
function referTo({ inputs }: NodeCall): NodeResult {
  const { texts, traits } = inputs.conditioning('conditioning');
  const latent = inputs.has('latent') ? inputs.latent('latent') : undefined;
  return { outputs: [conditioning(texts, traits, latent?.frames[0]?.picture)] };
}

/** Classes that turn words into conditioning, and that put several together. */
export const CONDITIONING_RUNS: NodeRuns = {
  CLIPTextEncode: encode('text'),
  CLIPTextEncodeSDXL: encode('text_g', 'text_l'),
  CLIPTextEncodeSDXLRefiner: encode('text'),
  CLIPTextEncodeFlux: encode('clip_l', 't5xxl'),
  CLIPTextEncodeSD3: encode('clip_l', 'clip_g', 't5xxl'),
  CLIPTextEncodeHunyuanDiT: encode('bert', 'mt5xl'),
  CLIPTextEncodePixArtAlpha: encode('text'),
  CLIPTextEncodeLumina2: encode('user_prompt'),
  CLIPTextEncodeHiDream: encode('clip_l', 'clip_g', 't5xxl', 'llama'),
  CLIPTextEncodeControlnet: encode('text'),
  TextEncodeQwenImageEdit: encode('prompt'),
  TextEncodeQwenImageEditPlus: encode('prompt'),
  TextEncodeZImageOmni: encode('prompt'),
  ConditioningCombine: merged,
  ConditioningConcat: merged,
  ConditioningAverage: merged,
  ConditioningZeroOut: () => ({ outputs: [conditioning([], ['zero'])] }),
  ReferenceLatent: referTo,
};
