/** The result's place on the page: Esc goes there from the prompt. */
export const RESULT_ID = 'generate-result';
