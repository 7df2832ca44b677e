/** The program's path, if it is on the PATH. */
export function onPath(program: string): string | undefined;
/** The folder that holds initdb and postgres. */
export function postgresFolder(): string | undefined;
/** The file of a font that has Chinese ideographs. */
export function ideographFont(): string | undefined;
