import { loaded } from './value';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';

/** Checkpoints bring a model, its text encoder and its VAE. */
async function checkpoint(call: NodeCall): Promise<NodeResult> {
  const name = call.inputs.text('ckpt_name');
  await call.context.models.open('checkpoints', name);
  return {
    outputs: [loaded('MODEL', [name]), loaded('CLIP', [name]), loaded('VAE', [name])],
  };
}

/** A loader of one file with one output of that type. */
function fileLoader(
  folder: string,
  input: string,
  type: string,
): (call: NodeCall) => Promise<NodeResult> {
  return async ({ inputs, context }) => {
    const name = inputs.text(input);
    await context.models.open(folder, name);
    return { outputs: [loaded(type, [name])] };
  };
}

/** Text encoders of one to four files. */
async function textEncoders({ inputs, context }: NodeCall): Promise<NodeResult> {
  const names = inputs.names.filter((name) => name.startsWith('clip_name'));
  const files = names.map((name) => inputs.text(name));
  for (const file of files) await context.models.open('text_encoders', file);
  return { outputs: [loaded('CLIP', files)] };
}

/** A LoRA on a model and, where the class has one, on its text encoder. Strength 0 changes nothing. */
async function lora({ node, inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('lora_name');
  const [forModel, forClip] = [inputs.number('strength_model'), inputs.number('strength_clip', 0)];
  await context.models.open('loras', name);
  const model = inputs.loaded('model');
  const patched = withLora('MODEL', model.traits, [name, forModel]);
  if (node.outputs.length < 2) return { outputs: [patched] };
  return { outputs: [patched, withLora('CLIP', inputs.loaded('clip').traits, [name, forClip])] };
}

function withLora(
  type: string,
  traits: readonly string[],
  [name, strength]: readonly [string, number],
): ReturnType<typeof loaded> {
  return loaded(type, strength === 0 ? traits : [...traits, `lora ${name} ${strength}`]);
}

/** Classes that load files. */
export const LOADER_RUNS: NodeRuns = {
  CheckpointLoaderSimple: checkpoint,
  CheckpointLoader: checkpoint,
  UNETLoader: fileLoader('diffusion_models', 'unet_name', 'MODEL'),
  CLIPLoader: textEncoders,
  DualCLIPLoader: textEncoders,
  TripleCLIPLoader: textEncoders,
  QuadrupleCLIPLoader: textEncoders,
  VAELoader: async (call) =>
    call.inputs.text('vae_name') === 'pixel_space'
      ? { outputs: [loaded('VAE', ['pixel_space'])] }
      : fileLoader('vae', 'vae_name', 'VAE')(call),
  LoraLoader: lora,
  LoraLoaderModelOnly: lora,
  LoraLoaderBypass: lora,
  LoraLoaderBypassModelOnly: lora,
  ControlNetLoader: fileLoader('controlnet', 'control_net_name', 'CONTROL_NET'),
  CLIPVisionLoader: fileLoader('clip_vision', 'clip_name', 'CLIP_VISION'),
  StyleModelLoader: fileLoader('style_models', 'style_model_name', 'STYLE_MODEL'),
  UpscaleModelLoader: fileLoader('upscale_models', 'model_name', 'UPSCALE_MODEL'),
  LatentUpscaleModelLoader: fileLoader(
    'latent_upscale_models',
    'model_name',
    'LATENT_UPSCALE_MODEL',
  ),
  AudioEncoderLoader: fileLoader('audio_encoders', 'audio_encoder_name', 'AUDIO_ENCODER'),
  LTXAVTextEncoderLoader: fileLoader('text_encoders', 'text_encoder', 'CLIP'),
  LTXVAudioVAELoader: fileLoader('checkpoints', 'ckpt_name', 'VAE'),
};
