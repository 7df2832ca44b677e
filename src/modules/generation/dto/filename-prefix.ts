/** Contract §3: letters, digits, space and `._-/`; no dot segments. The length is checked beside it. */
export const FILENAME_PREFIX = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[A-Za-z0-9 ._/-]*$/;

/** The same in words, for who sent something else. */
export const FILENAME_PREFIX_FORM =
  'letters, digits, spaces and `._-/`, with no `.` or `..` between slashes';
