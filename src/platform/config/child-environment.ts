/** The environment of this process and further variables, for a program that it starts. */
export const childEnvironment = (
  variables: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
});

const NEEDED =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|FONTCONFIG_\w+|XDG_CACHE_HOME|LD_LIBRARY_PATH|SYSTEMROOT)$/i;

/** What programs such as ffmpeg need to run, find fonts and keep temporary files. Other variables may be secrets. */
export const programEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)));
