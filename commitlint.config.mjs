/** Conventional commits: `feat(jobs): hand a lost job over again`, and a body that says why. */
export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
  },
};
