/** Folders that ComfyUI lists among the models although they hold custom nodes or users' files: only admins see them. */
export const PRIVATE_FOLDERS: ReadonlySet<string> = new Set([
  ...['custom_nodes', 'datasets', 'input', 'output', 'temp', 'user'],
]);
