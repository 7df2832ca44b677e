/** Chosen because it suits the default settings, such as a sample guidance of 1, and its model needs no account. */
export const DEFAULT_TEMPLATE = 'zimage_turbo_identity';
