/** The address of the service that commands call; empty if it is not set. */
export const commandAddress = (): string => process.env['KINORA_URL'] ?? '';

/** In the order in which they are looked up. The second is an earlier name of the first. */
const KEY_NAMES = ['KINORA_KEY', 'KINORA_API_KEY'];

/** The key with which commands call a running service. From the environment only: arguments are visible to other users. */
export const commandApiKey = (): string | undefined =>
  KEY_NAMES.map((name) => process.env[name]).find((key) => key !== undefined && key !== '');
