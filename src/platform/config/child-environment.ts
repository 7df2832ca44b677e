/** The environment of this process and further variables, for a program that it starts. */
export const childEnvironment = (
  variables: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
});
