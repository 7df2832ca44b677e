/** The key with which commands call a running service. From the environment only: arguments are visible to other users. */
export const commandApiKey = (): string | undefined => process.env['KINORA_API_KEY'];
