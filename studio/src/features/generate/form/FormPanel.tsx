/** The form of the workflow. */
export function FormPanel() {
  return null;
}
