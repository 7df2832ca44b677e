/** Which file is meant by `config.json`. The API names no folders, so this says what holds for every install. */
export const WHICH_CONFIG_FILE =
  'config.json is in the folder of Kinora, unless KINORA_CONFIG names another file. The demo (npm run demo) does not read it: stop the demo and run npm start.';
