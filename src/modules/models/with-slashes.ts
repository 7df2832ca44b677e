/** Nodes on Windows name files with backslashes. */
export const withSlashes = (name: string): string => name.replaceAll('\\', '/');
