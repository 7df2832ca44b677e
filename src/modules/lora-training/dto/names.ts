/** Leaves room for the endings that the toolkit appends to file names. */
export const MAX_NAME = 128;

/** Characters of all sample prompts of a run together. */
export const MAX_PROMPTS = 16_000;

/** One path segment, so that no request leaves the training root. */
export const DATASET_ID = {
  min: 1,
  max: MAX_NAME,
  // The toolkit skips folders that begin with a dot.
  pattern: /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
  form: 'the name of one folder: letters, digits, ".", "_" and "-", without a "." in front',
};

export const JOB_NAME = {
  min: 1,
  max: MAX_NAME,
  pattern: /^[a-zA-Z0-9_-]+$/,
  form: 'letters, digits, "_" and "-"',
  description: "The run's name: it also names its folder and its files.",
  example: 'mara_v1',
};
