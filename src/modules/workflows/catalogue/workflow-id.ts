/** The form of a workflow's id, which is also the name of its file. */
export const WORKFLOW_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** The form in words, without the limit of 64 characters. */
export const WORKFLOW_ID_FORM = 'lower-case letters, digits, - and _, a letter or digit first';
