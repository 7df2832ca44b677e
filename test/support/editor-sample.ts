/** One picture of one colour, saved: as ComfyUI's editor writes it. */
export const ONE_PICTURE = {
  version: 0.4,
  nodes: [
    {
      id: 1,
      type: 'EmptyImage',
      mode: 0,
      widgets_values: [64, 64, 1, 255],
      inputs: [],
      outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
    },
    {
      id: 2,
      type: 'SaveImage',
      mode: 0,
      widgets_values: ['x'],
      inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
      outputs: [],
    },
  ],
  links: [[1, 1, 0, 2, 0, 'IMAGE']],
};
