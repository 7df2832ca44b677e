import { str } from '../wire/python-text';
import type { Conditioning, Value } from './value';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';

function conditioning(texts: readonly string[], traits: readonly string[]): Conditioning {
  return { kind: 'conditioning', texts: texts.filter((text) => text.trim() !== ''), traits };
}

/** A text through a text encoder; the encoder's traits (its LoRAs) colour the result. */
function encode(...names: readonly [string, ...string[]]): NodeRun {
  return ({ inputs }: NodeCall): NodeResult => {
    const clip = inputs.loaded('clip');
    const texts = names.filter((name) => inputs.has(name)).map((name) => inputs.text(name));
    return { outputs: [conditioning([...new Set(texts)], clip.traits)] };
  };
}

/** Texts of all conditionings that come in, one after another. */
function merged({ inputs }: NodeCall): NodeResult {
  const all = inputs.all('conditioning');
  const texts = [...new Set(all.flatMap((one) => one.texts))];
  return {
    outputs: [
      conditioning(
        texts,
        all.flatMap((one) => one.traits),
      ),
    ],
  };
}

/** Leaves the texts and adds the settings of this node. */
function setting({ node, inputs }: NodeCall): NodeResult {
  const traits = [...inputs.all('literal'), ...inputs.all('loaded')].map(traitOf);
  const [first] = inputs.all('conditioning');
  const outputs = node.outputs.map(() =>
    conditioning(first?.texts ?? [], [...(first?.traits ?? []), node.name, ...traits]),
  );
  return { outputs };
}

function traitOf(value: Value): string {
  if (value.kind === 'loaded') return value.traits.join('+');
  return value.kind === 'literal' ? str(value.value) : value.kind;
}

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
  TextEncodeQwenImageEdit: encode('prompt'),
  TextEncodeQwenImageEditPlus: encode('prompt'),
  TextEncodeZImageOmni: encode('prompt'),
  ConditioningCombine: merged,
  ConditioningConcat: merged,
  ConditioningAverage: merged,
  ConditioningZeroOut: () => ({ outputs: [conditioning([], ['zero'])] }),
  FluxGuidance: setting,
};
