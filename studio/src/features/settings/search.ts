/** What the address of the settings says. */
export interface SettingsSearch {
  /** Id of the webhook whose details are open. */
  readonly webhook?: string;
}

export function readSettingsSearch({ webhook }: Record<string, unknown>): SettingsSearch {
  return typeof webhook === 'string' && webhook !== '' ? { webhook } : {};
}
