/** The form of a workflow's id, which is also the name of its file. */
export const WORKFLOW_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
