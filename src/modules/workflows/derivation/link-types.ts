/**
 * What kind of thing an input takes, judged by its name alone: for classes that no node has described to us. The names
 * are those of ComfyUI's own nodes, which custom packs follow.
 */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(?:positive|negative)_(?:prompt|text)$/, 'STRING'],
  [
    /^(?:positive|negative|conditioning|cond|empty_cond|uncond)|(?:^|_)text_embeds|_cond(?:itioning)?$/,
    'CONDITIONING',
  ],
  [/^(?:model|model\d+|model_(?:high|low).*|unet)$/, 'MODEL'],
  [/upscale_model$/, 'UPSCALE_MODEL'],
  [/^(?!.*(?:style|clip|vision|control|audio|seg|detect|depth|embed|vae|face)).*_model$/i, 'MODEL'],
  [/pipe$/i, 'PIPE'],
  [/^guider$/, 'GUIDER'],
  [/^(?:noise|.*_noise)$/, 'NOISE'],
  [/^sampler$/, 'SAMPLER'],
  [/^sigmas$/, 'SIGMAS'],
  [/^(?:clip|clip\d)$/, 'CLIP'],
  [/vae$/, 'VAE'],
  [/mask$/, 'MASK'],
  [/^(?:samples|latents?)|_latent$|^latent_|_samples$/, 'LATENT'],
  [/^(?:images?(?:_?\d+)?|pixels|frames)$|_(?:image|images|frames|video)$/, 'IMAGE'],
  [/^video$/, 'VIDEO'],
  [/^audio$/, 'AUDIO'],
  [/text|prompt|string|caption|tags|lyrics/, 'STRING'],
];

/** The type that an input of this name takes as a rule; `*` when its name says nothing. */
export function typeByName(input: string): string {
  const last = input.split('.').at(-1) ?? input;
  return BY_NAME.find(([name]) => name.test(last))?.[1] ?? '*';
}

/** A model that is sampled with, of the core or of a pack with types of its own (`WANVIDEOMODEL`). */
export function isModelType(type: string): boolean {
  return type.endsWith('MODEL') && !/UPSCALE|STYLE|INTERP|AUDIO|DETECTION|DEPTH/.test(type);
}

/** What guides a sampler, of the core or of a pack with types of its own (`WANVIDEOTEXTEMBEDS`). */
export function isConditioningType(type: string): boolean {
  return type === 'CONDITIONING' || /(?:TEXT_?EMBEDS?|CONDITIONING|^HYVID_?EMBEDS)$/.test(type);
}

/** Several things in one link, as some packs send them. */
export function isPipeType(type: string): boolean {
  return type.includes('PIPE');
}
