/** Example bodies for the documentation. */
export const IMPORT_EXAMPLES = {
  api_format: {
    summary: "A graph in ComfyUI's API format",
    value: {
      id: 'my-portraits',
      name: 'My portraits',
      graph: {
        '1': {
          class_type: 'CheckpointLoaderSimple',
          inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' },
        },
        '2': {
          class_type: 'CLIPTextEncode',
          inputs: { clip: ['1', 1], text: 'a portrait by a window' },
        },
        '3': { class_type: 'CLIPTextEncode', inputs: { clip: ['1', 1], text: 'blurry' } },
        '4': {
          class_type: 'EmptyLatentImage',
          inputs: { width: 832, height: 1216, batch_size: 1 },
        },
        '5': {
          class_type: 'KSampler',
          inputs: {
            model: ['1', 0],
            positive: ['2', 0],
            negative: ['3', 0],
            latent_image: ['4', 0],
            seed: 1,
            steps: 25,
            cfg: 6,
            sampler_name: 'dpmpp_2m',
            scheduler: 'karras',
            denoise: 1,
          },
        },
        '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
        '7': { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'portrait' } },
      },
    },
  },
};
