/** Two people and a place. */
export const CHARACTERS = [
  {
    id: 'mara',
    name: 'Mara',
    category: 'character',
    base_prompt: 'Mara, a woman in a yellow raincoat',
    voice: { provider: 'openai', voice_id: 'alto', name: 'Alto' },
  },
  {
    id: 'tom',
    name: 'Tom',
    category: 'character',
    base_prompt: 'Tom, an old man with a white beard',
    voice: { provider: 'openai', voice_id: 'bass', name: 'Bass' },
  },
  { id: 'lighthouse', name: 'Lighthouse', category: 'location', base_prompt: 'a white lighthouse' },
];

export const PROJECT = {
  title: 'The last lantern',
  aspect_ratio: '16:9',
  characters: ['mara', 'tom', 'lighthouse'],
  narrator_voice: { provider: 'openai', voice_id: 'narrator', name: 'Narrator' },
};

/** Shots with `video: true` are clips, the others held pictures. */
export const SCENES = [
  {
    scene: { title: 'The pier', setting: 'exterior', weather: 'rain', time_of_day: 'dusk' },
    shots: [
      {
        title: 'Arrival',
        image_prompt: 'a boat at a wet pier below the lighthouse',
        duration_seconds: 2,
        subtitle: '暴风雨要来了，我们得快一点。',
      },
      {
        title: 'A light',
        image_prompt: 'a lantern on a wet pier',
        motion_prompt: 'the flame flickers',
        duration_seconds: 2,
        subtitle: 'العاصفة قادمة، يجب أن نسرع.',
        video: true,
      },
      {
        title: 'Who is there',
        image_prompt: 'two people with a lantern between them',
        timing: 'fit_dialogue',
        lines: [
          { speaker: 'mara', text: 'Who lit it?', pause_seconds: 0.5 },
          { speaker: 'tom', text: 'I thought you did.' },
        ],
      },
    ],
  },
  {
    scene: { title: 'The lamp room', setting: 'interior', time_of_day: 'night' },
    shots: [
      {
        title: 'Stairs',
        image_prompt: 'a spiral staircase seen from below',
        motion_prompt: 'the camera climbs the stairs',
        duration_seconds: 2,
        subtitle: 'Up we go 🔦👩‍🚀',
        video: true,
      },
      {
        title: 'The lamp',
        image_prompt: 'a huge glass lamp, dark',
        motion_prompt: 'the lamp begins to glow',
        timing: 'fit_dialogue',
        lines: [{ speaker: 'narrator', text: 'The lamp had been cold for years.' }],
      },
      {
        title: 'The sea',
        image_prompt: 'the beam of a lighthouse over a stormy sea',
        motion_prompt: 'the beam turns',
        duration_seconds: 2,
        video: true,
      },
    ],
  },
];

/** The writing system of each caption whose drawing is checked, by the title of its shot. */
export const SCRIPTS = { Arrival: 'Chinese', 'A light': 'Arabic', Stairs: 'emoji' };
