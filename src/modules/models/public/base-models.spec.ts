import { isLora, misfit, otherBase, trainedFor } from './base-models';

const ZIMAGE = 'diffusion_model.layers.0.attention.to_q.lora_A.weight';
const FLUX = 'transformer.single_transformer_blocks.0.attn.to_k.lora_A.weight';
const WAN = 'diffusion_model.blocks.0.cross_attn.k.lora_A.weight';
const UNET = 'lora_unet_down_blocks_1_attentions_0_proj_in.lora_down.weight';

describe('the base model of a LoRA', () => {
  it.each([
    ['flux2_klein_4b', 'FLUX.2 klein 4B'],
    ['flux2_klein_9b', 'FLUX.2 klein 9B'],
    ['flux2', 'FLUX.2'],
    ['flux', 'FLUX.1'],
    ['flux.1-dev', 'FLUX.1'],
    ['zimage:turbo', 'Z-Image'],
    ['qwen_image:2512', 'Qwen-Image'],
    ['wan_2.2_14b', 'Wan 14B'],
    ['wan22_14b:t2v', 'Wan 14B'],
    ['wan22_5b', 'Wan 2.2 5B'],
    ['sdxl_1.0', 'SDXL'],
    ['stable-diffusion-xl-v1-base/lora', 'SDXL'],
    ['sd_1.5', 'Stable Diffusion 1.5'],
    ['omnigen2', 'omnigen2'],
    [null, null],
  ])('is read from %s as %s', (named, label) => {
    expect(trainedFor(named, []).baseModel).toBe(label);
  });

  it.each([
    ['zimage', ZIMAGE, 'z_image_turbo_bf16.safetensors'],
    ['flux', FLUX, 'flux1-dev.safetensors'],
    ['flux', FLUX, 'flux1-krea-dev_fp8_scaled.safetensors'],
    ['flux2_klein_4b', FLUX, 'flux-2-klein-4b-fp8.safetensors'],
    ['wan_2.2_14b', WAN, 'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors'],
    ['sdxl_1.0', UNET, 'sd_xl_base_1.0.safetensors'],
    // One of both is unknown.
    ['omnigen2', ZIMAGE, 'z_image_turbo_bf16.safetensors'],
    ['zimage', ZIMAGE, 'somebodys-model.safetensors'],
    ['krea2', ZIMAGE, 'qwen_image_vae.safetensors'],
    [null, UNET, 'v1-5-pruned-emaonly-fp16.safetensors'],
  ])('%s with weights such as %s fits %s', (named, key, file) => {
    expect(misfit(trainedFor(named, [key]), [file])).toBeNull();
  });

  it.each([
    ['zimage', ZIMAGE, 'sd_xl_base_1.0.safetensors', /trained for Z-Image.* uses SDXL/],
    ['sdxl_1.0', UNET, 'v1-5-pruned-emaonly-fp16.safetensors', /trained for SDXL/],
    ['flux2_klein_4b', FLUX, 'flux2_dev_fp8mixed.safetensors', /uses FLUX\.2$/],
    ['wan22_5b', WAN, 'wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors', /uses Wan 14B/],
    [null, ZIMAGE, 'flux1-dev.safetensors', /no weights of such names as diffusion_model\.layers/],
    [null, 'lora_te_text_model.lora_up.weight', 'sd_xl_base_1.0.safetensors', /no weights/],
  ])('%s with weights such as %s does not fit %s', (named, key, file, why) => {
    expect(misfit(trainedFor(named, [key]), [file])).toMatch(why);
  });

  it('is another one than a workflow loads, as far as both are known', () => {
    const sdxl = ['sd_xl_base_1.0.safetensors'];
    expect(otherBase('stable-diffusion-v1/lora', sdxl)).toMatch(
      /1\.5, and the workflow uses SDXL$/,
    );
    expect(otherBase('sdxl_1.0', sdxl)).toBeNull();
    expect(otherBase('somebodys', sdxl)).toBeNull();
    expect(otherBase('sdxl_1.0', ['somebodys-model.safetensors'])).toBeNull();
  });

  it('is that of a LoRA only where weights are named so', () => {
    for (const key of [ZIMAGE, FLUX, UNET, 'a.lokr_w1', 'a.hada_w1_a'])
      expect(isLora([key])).toBe(true);
    expect(isLora(['model.diffusion_model.input_blocks.0.0.weight'])).toBe(false);
    expect(isLora([])).toBe(false);
  });
});
