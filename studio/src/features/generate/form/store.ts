/** What the form offers to the rest of the Generate page. */
export { toRequest } from '../model';
export { applyRequest, useGenerateForm } from './form-state';
export { submitForm, useSubmitted } from './submit';
