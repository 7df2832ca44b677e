export { ConnectionError, JobError, KinoraError } from "./errors.js";
export { SILENCE_MS } from "./event-stream.js";
export { createKinora } from "./kinora.js";
export { randomId } from "./random-id.js";
