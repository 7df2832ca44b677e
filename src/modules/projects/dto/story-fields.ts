// Fields that several requests of projects have.

export const PROJECT_ID = {
  min: 1,
  max: 200,
  description: "The project's id.",
  example: 'prj_5kZ2rT9uQw1xA3bC',
};
export const SCENE_ID = {
  min: 1,
  max: 200,
  description: "The scene's id.",
  example: 'scn_8hT3yU0iOp2lK4jH',
};
export const SHOT_ID = {
  min: 1,
  max: 200,
  description: "The shot's id.",
  example: 'sht_1qW4eR7tY6uI9oPz',
};

/** Of `characters`; each list has its own description. */
export const CAST = { max: 50, item: { min: 1, max: 64 }, example: ['mara'] };

export const METADATA = {
  description: 'Any data of your own; at most 32 kB.',
  acceptsUnknownFields: true,
  example: { draft: 2 },
};

export const OWN_PATH = {
  nullable: false,
  description: 'If sent, it must be the id in the path.',
};
