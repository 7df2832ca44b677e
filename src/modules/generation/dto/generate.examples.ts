/** Example bodies for the documentation. */
export const IMAGE_EXAMPLES: Record<string, { summary: string; value: object }> = {
  text_to_image: {
    summary: 'Text to image, on the best node',
    value: {
      workflow: 'sdxl-t2i',
      prompt: 'a lighthouse on a cliff at dusk, warm light in the windows, photograph',
      provider: 'auto',
      negative: 'blurry, text',
      width: 1216,
      height: 832,
      seed: 42,
    },
  },
  graph_only: {
    summary: 'The graph of a request, without running it',
    value: {
      workflow: 'flux1-dev-t2i',
      prompt: 'a bookshop window at night in the rain',
      provider: 'auto',
      guidance: 3.5,
      submit: false,
    },
  },
  workflow_params: {
    summary: 'Params beside the common ones, and an input of the graph',
    value: {
      workflow: 'z-image-turbo-t2i',
      prompt: 'a street food cook tossing noodles over a high flame',
      provider: 'auto',
      filename_prefix: 'market',
      workflow_params: { shift: 4, 'node_sampler.denoise': 1 },
    },
  },
};

/** Example bodies for the documentation. */
export const VIDEO_EXAMPLES: Record<string, { summary: string; value: object }> = {
  text_to_video: {
    summary: 'Text to video with two experts, on the best node',
    value: {
      workflow: 'wan22-14b-t2v',
      prompt: 'a lighthouse keeper climbs a spiral staircase, the camera rising with her',
      provider: 'auto',
      width: 832,
      height: 480,
      length: 81,
      seed: 42,
    },
  },
  lora_pair: {
    summary: 'Four steps, with a pair of LoRAs: one for each expert',
    value: {
      workflow: 'wan22-14b-t2v',
      prompt: 'rain runs down a tram window, the lights of the city slide by',
      provider: 'auto',
      steps_high: 2,
      steps_low: 2,
      cfg_high: 1,
      cfg_low: 1,
      shift: 5,
      workflow_params: {
        loras: [
          {
            name: 'wan2.2_t2v_lightx2v_4steps_lora_v1.1_high_noise.safetensors',
            target: 'high',
          },
          { name: 'wan2.2_t2v_lightx2v_4steps_lora_v1.1_low_noise.safetensors', target: 'low' },
        ],
      },
    },
  },
  graph_only: {
    summary: 'The graph of a request, without running it',
    value: {
      workflow: 'wan22-14b-t2v',
      prompt: 'a paper boat on a stream after the rain',
      provider: 'auto',
      submit: false,
    },
  },
};

/** Example plan bodies: those of the generate calls, with their type. */
export const PLAN_EXAMPLES: Record<string, { summary: string; value: object }> = {
  picture: {
    summary: 'Where a picture could be made, and how soon',
    value: { type: 'image', ...IMAGE_EXAMPLES['text_to_image']?.value },
  },
  clip: {
    summary: 'Where a clip could be made, and how soon',
    value: { type: 'video', ...VIDEO_EXAMPLES['text_to_video']?.value },
  },
};
