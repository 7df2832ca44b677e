/*
 * The order in which a node's inputs are visited: by name, not by their order in the file, so that the params of a graph
 * have the same names however it was saved.
 */

/** Inputs that create the picture come first, those that only refine it last. */
const RANKS: readonly RegExp[] = [
  /^(?:samples|latent|latent_image|images?|pixels|video|.*_to|destination|av_latent|video_latent)$/,
  /^(?:(?:start|first|ref|reference|init).*|image_?[01]|.*_?a|.*_?1)$/,
  /^(?:positive|conditioning|cond|guider|model|text|prompt|on_true)/,
];
const LAST_INPUTS =
  /^(?:end|last|negative|uncond|empty|vae|clip_vision|control|mask|audio)|_from$|mask$/;

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Input names, the most important first. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, rank: rankOf(name) }))
    .sort(
      (a, b) => a.rank - b.rank || NATURAL.compare(a.name, b.name) || (a.name < b.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

function rankOf(input: string): number {
  if (LAST_INPUTS.test(input)) return RANKS.length + 1;
  const rank = RANKS.findIndex((names) => names.test(input));
  return rank === -1 ? RANKS.length : rank;
}

/**
 * Types of inputs by name, for unknown classes. The names are those of ComfyUI's own nodes, which custom packs follow.
 */
const TYPE_BY_NAME: readonly (readonly [RegExp, string])[] = [
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

/** The usual type of an input of this name; `*` for other names. */
export function typeByName(input: string): string {
  const last = input.split('.').at(-1) ?? input;
  return TYPE_BY_NAME.find(([name]) => name.test(last))?.[1] ?? '*';
}

/** A sampling model, of the core or of a pack with types of its own (`WANVIDEOMODEL`). */
export function isModelType(type: string): boolean {
  return type.endsWith('MODEL') && !/UPSCALE|STYLE|INTERP|AUDIO|DETECTION|DEPTH/.test(type);
}

/** Conditioning, of the core or of a pack with types of its own (`WANVIDEOTEXTEMBEDS`). */
export function isConditioningType(type: string): boolean {
  return type === 'CONDITIONING' || /(?:TEXT_?EMBEDS?|CONDITIONING|^HYVID_?EMBEDS)$/.test(type);
}

/** A pack's link that carries several values. */
export function isPipeType(type: string): boolean {
  return type.includes('PIPE');
}
