/** Bodies worth sending, for the documentation. */
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
